import { literalKey, markdownCode } from "@openapi-packages/description/text/escape";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import { namedSchemes } from "@openapi-packages/description/model/named-schemes";
import { packageName, type PackageNaming } from "../../package-names.ts";
import { handlersName, routesName } from "../../server/group-file.ts";

/** Writes the section about serving one tag, if there are several. */
export function oneTagSection(model: ApiModel, naming: PackageNaming): readonly string[] {
  const [group, ...others] = model.groups;
  if (group === undefined || others.length === 0) return [];
  const name = packageName(naming, "server");
  const isSecured = namedSchemes(model, model.groups).length > 0;
  const options = isSecured ? ', { security: "unchecked" }' : "";
  return [
    "## One tag",
    "",
    "A function or a worker that serves only some tags uses their routes. It loads only the validators and serializers of these tags; `createServer` loads all.",
    "",
    "```ts",
    `import { createServerFromRoutes } from "${name}/core";`,
    `import { ${routesName(group)}, type ${handlersName(group)} } from "${name}/${group.fileName}";`,
    "",
    `export const serve = (handlers: ${handlersName(group)}) =>`,
    `  createServerFromRoutes(${routesName(group)}(handlers)${options});`,
    "```",
    "",
    `Several tags are \`[...oneRoutes(one), ...otherRoutes(other)]\`; paths of other tags get a 404.${isSecured ? " Here something in front of the server checks the credentials; otherwise `security` has the verifiers, as above." : ""}`,
    "",
  ];
}

/** Writes the section about receiving webhooks and callbacks, if there are any. */
export function webhooksSection(model: ApiModel, naming: PackageNaming): readonly string[] {
  const group = model.webhooks;
  const [operation] = group?.operations ?? [];
  if (group === undefined || operation === undefined) return [];
  const isSecured = namedSchemes(model, [group]).length > 0;
  const { signature } = group.operations.find((one) => one.signature !== undefined) ?? {};
  const isEach = group.operations.every((one) => one.signature !== undefined);
  const imported = ["createWebhookReceiver", ...(isEach ? [] : ["standardWebhooks"]), "toFetch"];
  const options = [
    'secret: process.env["WEBHOOK_SECRET"] ?? "whsec_c2VjcmV0"',
    ...(isEach ? [] : ["signature: standardWebhooks"]),
    ...(isSecured ? ['security: "unchecked"'] : []),
  ];
  return [
    "## Webhooks",
    "",
    "```ts",
    `import { ${imported.join(", ")} } from "${packageName(naming, "server")}";`,
    "",
    "const receiver = createWebhookReceiver(",
    "  {",
    `    ${literalKey(operation.methodName)}: (input, context) => {`,
    "      throw new Error(`${context.operation.operationId} is not written yet: ${JSON.stringify(input)}`);",
    "    },",
    "  },",
    `  { ${options.join(", ")} },`,
    ");",
    "export const receive = toFetch(receiver);",
    "```",
    "",
    "`createWebhookReceiver` serves the calls that the API makes to you: a webhook at its name, a callback at its operation and name. A call must be signed with `secret`, or with one of several during a rotation, over the sent bytes and within `tolerance` seconds (300 by default). Any other gets a 401 before its body is decoded or validated. A body without a signature is not read; `maxBodyBytes` and `bodyTimeout` apply to the rest.",
    "",
    signature === undefined
      ? "The description does not say how its webhooks are signed, so `signature` does: `standardWebhooks`, or an object like it. Without `secret` and `signature` nothing is verified."
      : `${isEach ? "They are" : "Some are"} signed as the description says, in the header ${markdownCode(String(signature["header"]))}${isEach ? "" : "; `signature` says it for all"}. A receiver does not start without \`secret\`; \`signature: "unchecked"\` verifies nothing, for receivers behind a gateway that does.`,
    "",
  ];
}

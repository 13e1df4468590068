import { literal, literalKey, markdownCode } from "../../escape.ts";
import { namedSchemes, scopesOf, secretOf, type NamedScheme } from "../../model/named-schemes.ts";
import { successContent } from "../../model/streams/stream-member.ts";
import { runtimePackage } from "../../runtime-symbols.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { typeScript } from "../reference/code-layout.ts";
import { exampleImport } from "../reference/example-import.ts";
import { answerName, handlerName } from "../server/group-file.ts";
import { findingSection, guide, mistakes, type Lines } from "./guide-parts.ts";

/** `AGENTS.md` of the server. */
export function serverGuide(model: EmitModel, options: EmitOptions): EmittedFile {
  const schemes = namedSchemes(model, model.groups);
  const operations = model.groups.flatMap((group) => group.operations);
  const hasStreams = operations.some(({ responses }) =>
    successContent(responses).some(({ stream }) => stream !== undefined),
  );
  return guide(model, options, "server", [
    ...findingSection(model, options, [
      `\`${options.layout === "folder" ? "" : "src/"}index.ts\` has \`Handlers\`: a property per tag, a handler per operation; a handler's type is \`…Handler\`, what it returns \`…Answer\`.`,
    ]),
    ...handlerSection(model, options, schemes),
    "- The input has `path`, `query`, `header`, `cookie` and `body`, validated, with defaults filled in. Do not validate again.",
    "- Declare the return type `Promise<…Answer>`: then a wrong status or member does not compile.",
    "- `throw fail({ status, body })`, with `fail` the third argument, ends a handler with a documented error; any other error is a 500.",
    ...(hasStreams
      ? [
          "- A streamed body is an `AsyncIterable`: return an async generator; it is ended when the client goes.",
        ]
      : []),
    "- An answer has only the members that the description declares; others are left out when it is sent.",
    "- `context.request`, `context.operation` and, with credentials, `context.principal` are in the second argument.",
    "",
    ...credentialSection(schemes),
    ...mistakes(
      "Do not write routes, parsers, serializers or checks of content types: `createServer` has them all.",
      "Do not invent operations, statuses or members; change the description, and generate again.",
      "Do not import from `src/` or `dist/`; do not copy types of inputs and answers by hand.",
      "Do not leave handlers out silently: `partial()` says it, and they answer 501. `openapi-packages scaffold` writes a file for each that is missing.",
      "Do not build a `Response` in a handler: return `{ status, body, headers }`.",
      "Test a handler by calling it as a function, or `server` behind `toFetch(server)` with the client's option `fetch`; neither needs a port.",
    ),
  ]);
}

function handlerSection(
  model: EmitModel,
  options: EmitOptions,
  schemes: readonly NamedScheme[],
): Lines {
  const group = model.groups[0];
  const operation = group?.operations[0];
  if (group === undefined || operation === undefined) return [];
  const [handler, answer] = [handlerName(operation), answerName(operation)];
  const hasScopes = schemes.some((one) => scopesOf(one).length > 0);
  const names = [
    "createServer",
    "partial",
    ...(schemes.length > 0 ? ["secretsEqual"] : []),
    "toFetch",
    ...(hasScopes ? ["withScopes"] : []),
    `type ${answer}`,
    `type ${handler}`,
  ];
  const verifiers = schemes.map((one) => {
    const scopes = scopesOf(one);
    const equal = `secretsEqual(credential.${secretOf(one.scheme)}, process.env["API_SECRET"] ?? "")`;
    const granted = scopes.length === 0 ? "" : ` && withScopes("admin", ${literal(scopes)})`;
    return `    ${literalKey(one.name)}: (credential) => ${equal}${granted},`;
  });
  return [
    "## Handle",
    "",
    ...typeScript(
      `import { ${names.join(", ")} } from "${exampleImport(options, "server")}";`,
      "",
      `const ${operation.variableName}: ${handler} = async (input, context): Promise<${answer}> => {`,
      "  throw new Error(`${context.operation.operationId} is not written yet: ${JSON.stringify(input)}`);",
      "};",
      "",
      `const handlers = partial({ ${group.name}: { ${operation.methodName}: ${operation.variableName} } });`,
      ...(schemes.length === 0
        ? ["const server = createServer(handlers);"]
        : [
            "const server = createServer(handlers, {",
            "  security: {",
            ...verifiers,
            "  },",
            "});",
          ]),
      "export default { fetch: toFetch(server) };",
    ),
    `For Node: \`toNodeListener(server)\` of \`${runtimePackage}/server/node\`; Express and Fastify have entries beside it.`,
    "",
  ];
}

function credentialSection(schemes: readonly NamedScheme[]): Lines {
  if (schemes.length === 0) return [];
  const names = schemes.map(({ name }) => markdownCode(name)).join(", ");
  return [
    "## Credentials",
    "",
    `\`security\` has a verifier for each scheme (${names}). It returns the principal, or a falsy value for 401. Compare secrets with \`secretsEqual\`, never with \`===\`.`,
    "",
  ];
}

import { commentBlock, documentation } from "../emit/documentation.ts";
import { literalKey } from "@openapi-packages/description/text/escape";
import type { JsonObject } from "@openapi-packages/description/json/json";
import type { OperationGroup } from "@openapi-packages/description/model/api-model";
import {
  scopesOf,
  secretOf,
  type NamedScheme,
} from "@openapi-packages/description/model/named-schemes";
import { generatedModule } from "./generated-module.ts";
import { relativeImport, type HandlerStyle } from "./handler-files.ts";

/** Returns the path of the file of verifiers, avoiding that of a tag. */
export function securityPath(groups: readonly OperationGroup[], { layout }: HandlerStyle): string {
  const isTaken = layout === "tag" && groups.some((group) => group.fileName === "security");
  return isTaken ? "handler-security.ts" : "security.ts";
}

/** Returns the name that the file of verifiers exports. */
export const securityName = ({ template }: Pick<HandlerStyle, "template">): string =>
  template === "store" ? "createSecurity" : "security";

/** Returns a new file of verifiers, which refuse all credentials. */
export function securityFile(
  path: string,
  schemes: readonly NamedScheme[],
  style: HandlerStyle,
  store: string,
): string {
  const { template, importExtension } = style;
  const server = generatedModule(style, "server", path);
  const entries = schemes.map((scheme) => `${verifierText(scheme)},\n`).join("");
  const type = `import type { SecurityVerifiers } from "${server}";\n`;
  const storeType = `import type { Store } from "${relativeImport(path, store, importExtension)}";\n`;
  const doc = commentBlock(
    [
      "A verifier for each security scheme that an operation names, as `createServer` takes them.",
      "",
      "Each refuses every credential until you write it: return the principal of the credential, which",
      "handlers get as `context.principal`, or `undefined` to refuse it with 401.",
    ].join("\n"),
  );
  return template === "store"
    ? `${type}${storeType}\n${doc}export const createSecurity = (_store: Store): SecurityVerifiers => ({\n${entries}});\n`
    : `${type}\n${doc}export const security: SecurityVerifiers = {\n${entries}};\n`;
}

/** Returns a verifier that refuses, with a comment from the description of its scheme. */
export function verifierText(named: NamedScheme): string {
  const { description } = named.scheme;
  const scopes = scopesOf(named);
  const [doc] = documentation(
    `${placeOf(named.scheme)}.`,
    typeof description === "string" ? description : "",
    scopes.length === 0
      ? ""
      : `Operations require scopes, of which return those that were granted: \`withScopes(principal, scopes)\`. There are: ${scopes.join(", ")}.`,
  );
  return `${commentBlock(doc?.description.trimStart() ?? "")}${literalKey(named.name)}: (_credential) => undefined`;
}

/**
 * Returns where the credential of a scheme is sent (OpenAPI 3.1, Security Scheme Object), and the member that
 * holds it.
 */
function placeOf(scheme: JsonObject): string {
  const { type, name } = scheme;
  const member = `\`credential.${secretOf(scheme)}\``;
  if (type === "apiKey")
    return `The API key in the ${String(scheme["in"])} parameter \`${String(name)}\`, as ${member}`;
  if (type === "mutualTLS")
    return "The certificate of the client, which the transport knows; `details.request` is the request";
  if (type !== "http")
    return `The token in \`Authorization: Bearer\` (${String(type)}), as ${member}`;
  const authentication = String(scheme["scheme"]).toLowerCase();
  return authentication === "basic"
    ? `User name and password in \`Authorization: Basic\`, as \`credential.username\` and ${member}`
    : `The credential in \`Authorization\` with the scheme \`${authentication}\`, as ${member}`;
}

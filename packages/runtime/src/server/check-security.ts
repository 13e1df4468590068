import type { ApiDescriptor, SecuritySchemeDescriptor } from "../operation.ts";
import { securityOf } from "../security.ts";
import { nearestName } from "./nearest-name.ts";
import type { ServerOptions } from "./options.ts";
import type { Route } from "./types.ts";

/**
 * Checks that a server has a verifier for each declared scheme that its operations name, including
 * alternatives. Operations without a handler count only if the option `missing` answers them.
 *
 * @throws {TypeError} with each scheme without a verifier, each undeclared scheme, and how to fix it.
 */
export function checkSecurity<Context>(
  api: ApiDescriptor,
  routes: readonly Route<Context>[],
  { security, missing }: Pick<ServerOptions<Context>, "security" | "missing">,
): void {
  if (security === "unchecked") return;
  if (security !== undefined && (typeof security !== "object" || security === null))
    throw new TypeError(
      `security: ${JSON.stringify(security)} is neither verifiers by scheme nor "unchecked"`,
    );
  const answered = routes.filter(({ handler }) => (handler ?? missing) !== undefined);
  const verifiers = new Map(Object.entries(security ?? {}));
  const faults = [
    ...unknownSchemes(api, [...verifiers.keys()]),
    ...notFunctions(verifiers),
    ...missingVerifiers(api, answered, verifiers),
  ];
  if (faults.length > 0) throw new TypeError(faults.join("\n"));
}

function unknownSchemes({ securitySchemes }: ApiDescriptor, names: readonly string[]): string[] {
  const known = Object.keys(securitySchemes);
  const all = known.length === 0 ? "it has none" : `it has ${known.join(", ")}`;
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = nearestName(name, known);
      const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
      return `security: the description has no security scheme ${JSON.stringify(name)} (${all})${hint}`;
    });
}

function notFunctions(verifiers: ReadonlyMap<string, unknown>): string[] {
  return [...verifiers].flatMap(([name, verifier]) =>
    verifier === undefined || typeof verifier === "function"
      ? []
      : [`security: the verifier of ${name} is not a function, but ${typeof verifier}`],
  );
}

function missingVerifiers<Context>(
  api: ApiDescriptor,
  routes: readonly Route<Context>[],
  verifiers: ReadonlyMap<string, unknown>,
): string[] {
  const users = new Map<string, string[]>();
  for (const { operation } of routes) {
    const named = new Set(securityOf(api, operation).flatMap((one) => Object.keys(one)));
    for (const name of named) {
      // An undeclared scheme cannot be verified: requests never satisfy it.
      if (!Object.hasOwn(api.securitySchemes, name) || verifiers.get(name) !== undefined) continue;
      users.set(name, [...(users.get(name) ?? []), operation.operationId]);
    }
  }
  if (users.size === 0) return [];
  const lines = [...users].map(([name, operationIds]) => {
    const scheme = api.securitySchemes[name];
    return `security: there is no verifier for ${name} (${kindOf(scheme)}), which ${listed(operationIds)} ${operationIds.length === 1 ? "names" : "name"}`;
  });
  const entries = [...users.keys()].map((name) => `${JSON.stringify(name)}: (credential) => …`);
  return [
    ...lines,
    `Pass security: { ${entries.join(", ")} } with functions that return the principal of a credential, or undefined to refuse it. ` +
      'If something in front of the server has checked every credential, pass security: "unchecked".',
  ];
}

/** The most operations named in a message. */
const fewOperations = 3;

function listed(operationIds: readonly string[]): string {
  const rest = operationIds.length - fewOperations;
  const named = operationIds.slice(0, fewOperations).join(", ");
  return rest > 0 ? `${named} and ${rest} more of ${operationIds.length} operations` : named;
}

function kindOf(scheme: SecuritySchemeDescriptor | undefined): string {
  if (scheme?.type === "http") return `HTTP ${scheme.scheme}`;
  if (scheme?.type === "apiKey") return `API key ${scheme.name} in ${scheme.in}`;
  return scheme?.type ?? "";
}

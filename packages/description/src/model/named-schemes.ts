import type { ApiModel, Operation, OperationGroup } from "./api-model.ts";
import type { JsonObject } from "../json/json.ts";

/** A security scheme and the operations whose requirements name it. */
export interface NamedScheme {
  readonly name: string;
  /** OpenAPI 3.1, Security Scheme Object. */
  readonly scheme: JsonObject;
  /** The operations that name it, including those that offer it as an alternative. */
  readonly operations: readonly Operation[];
}

/**
 * Returns the declared security schemes that the requirements of operations name, in the order of
 * their declarations. Undeclared schemes are left out, because no credential can meet them.
 */
export function namedSchemes(
  { securitySchemes }: ApiModel,
  groups: readonly OperationGroup[],
): NamedScheme[] {
  const all = groups.flatMap(({ operations }) => operations);
  return Object.entries(securitySchemes).flatMap(([name, scheme]): NamedScheme[] => {
    const operations = all.filter(({ security }) =>
      security.some((requirement) => Object.hasOwn(requirement, name)),
    );
    return operations.length === 0 ? [] : [{ name, scheme, operations }];
  });
}

/** Returns the name of the credential member that holds the secret of a scheme. */
export function secretOf({ type, scheme }: JsonObject): "token" | "password" | "value" {
  if (type === "apiKey") return "value";
  return type === "http" && String(scheme).toLowerCase() === "basic" ? "password" : "token";
}

/** Returns the scopes that operations require with a scheme, each once. */
export function scopesOf({ name, operations }: NamedScheme): string[] {
  const requirements = operations.flatMap(({ security }) => security);
  return [
    ...new Set(requirements.flatMap((one) => (Object.hasOwn(one, name) ? (one[name] ?? []) : []))),
  ];
}

import { StructureKind, type StatementStructures } from "ts-morph";
import type { NamedScheme } from "@openapi-packages/description/model/named-schemes";
import { runtimeType } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { documentation } from "../documentation.ts";
import { schemesType } from "../type-text.ts";
import type { ModuleScope } from "../module-scope.ts";

/**
 * Returns the paragraph about `security` for a function that creates a server; empty if no operation names a
 * scheme.
 */
export const securityNote = (schemes: readonly NamedScheme[]): string =>
  schemes.length === 0
    ? ""
    : '`security` has a verifier for each security scheme that an operation names; without one of them the server does not start. `"unchecked"` lets every request in.';

/** The names of {@link securityTypes}. */
export const securityTypeNames = ["SecurityScheme", "SecurityVerifiers"];

/** Emits the types of the schemes that operations name, and of their verifiers. */
export function securityTypes(
  names: ModuleScope,
  schemes: readonly NamedScheme[],
  context: string,
): StatementStructures[] {
  if (schemes.length === 0) return [];
  const verifiers = names.use(runtimeType("/server", "SchemeVerifiers"));
  return [
    {
      kind: StructureKind.TypeAlias,
      name: "SecurityScheme",
      isExported: true,
      docs: documentation("The security schemes that operations name."),
      type: schemesType(schemes),
    },
    {
      kind: StructureKind.TypeAlias,
      name: "SecurityVerifiers",
      isExported: true,
      docs: documentation(
        "A verifier for each security scheme that an operation names, as `createServer` takes them.",
      ),
      typeParameters: [{ name: "Context", default: context }],
      type: `${verifiers}<SecurityScheme, Context>`,
    },
  ];
}

import { StructureKind, type StatementStructures } from "ts-morph";
import { literal, propertyKey } from "@openapi-packages/description/text/escape";
import type { NamedSchema } from "@openapi-packages/description/model/api-model";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmittedFile } from "../emitted-file.ts";
import { placedScope, type PlacedOptions } from "../module-parts.ts";
import { moduleHome } from "../package-names.ts";
import { moduleFile } from "../statements.ts";
import { earlierConstant } from "./earlier-names.ts";
import type { Guarded } from "./guarded-variants.ts";

/** Returns the name of a variant's guard: `isCat`. */
export const guardName = ({ typeName }: NamedSchema): string => `is${typeName}`;

/** Emits the guards of tagged unions, functions without imports; no file if there are none. */
export function guardsFile({ guarded }: EmitModel, options: PlacedOptions): EmittedFile[] {
  if (guarded.length === 0) return [];
  const path = "contract/src/guards.ts";
  const earlier = guarded.flatMap(({ schema }) =>
    schema.earlierNames.map((typeName) =>
      earlierConstant(guardName({ ...schema, typeName }), guardName(schema)),
    ),
  );
  const names = placedScope(path, options, []);
  return [moduleFile(moduleHome(path, options), names, guarded.map(guardFunction), earlier)];
}

function guardFunction({ schema, property, values }: Guarded): StatementStructures {
  const key = propertyKey(property);
  const access = `value[${literal(property)}]`;
  const union = values.map((value) => literal(value)).join(" | ");
  const test = values.map((value) => `${access} === ${literal(value)}`).join(" || ");
  return {
    kind: StructureKind.Function,
    name: guardName(schema),
    isExported: true,
    docs: documentation(
      `Returns whether a variant of a union is \`${schema.typeName}\`. It checks only the tag.`,
    ),
    typeParameters: [{ name: "Value", constraint: `{ readonly ${key}?: unknown }` }],
    parameters: [{ name: "value", type: "Value" }],
    returnType: `value is Extract<Value, { readonly ${key}: ${union} }>`,
    statements: [`return ${test};`],
  };
}

import { StructureKind, type StatementStructures } from "ts-morph";
import { propertyKey } from "@openapi-packages/description/text/escape";
import type { Operation, Parameter } from "@openapi-packages/description/model/api-model";
import { runtimeType } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { ModuleScope } from "../module-scope.ts";
import { handlerInputName } from "../symbols.ts";
import { typeText } from "../type-text.ts";
import { defaultValue } from "@openapi-packages/compiler/compile/descriptors/descriptors";
import { bodyDefaults } from "./received-file.ts";

/**
 * True if a parameter or body member of an operation has a default, so that handlers get a
 * different input type.
 */
export const hasDefaults = (model: EmitModel, operation: Operation): boolean =>
  defaulted(model, operation).length > 0 || bodyDefaults(model, operation) !== undefined;

/** Declares the input of handlers of an operation with defaults: `ListPetsInputWithDefaults`. */
export function handlerInputType(
  names: ModuleScope,
  model: EmitModel,
  operation: Operation,
): StatementStructures {
  const body = bodyDefaults(model, operation, names);
  const input =
    body === undefined
      ? operation.inputTypeName
      : `${names.use(runtimeType("", "WithDefaults"))}<${operation.inputTypeName}, { members: { body: ${body} } }>`;
  const locations = [...Map.groupBy(defaulted(model, operation), (one) => one.in)].map(
    ([location, own]) => {
      const members = own.map(
        ({ name, schema }) => `${propertyKey(name)}: ${typeText(names, schema)};`,
      );
      return `${location}: { ${members.join(" ")} };`;
    },
  );
  const present = locations.length === 0 ? "" : ` & { ${locations.join(" ")} }`;
  return {
    kind: StructureKind.TypeAlias,
    name: handlerInputName(operation),
    isExported: true,
    docs: documentation(
      `The input of handlers of \`${operation.id}\`: what has a default is there.`,
    ),
    type: `${input}${present}`,
  };
}

/** Returns the optional parameters with a default. */
const defaulted = (model: EmitModel, { parameters }: Operation): readonly Parameter[] =>
  parameters.filter((one) => !one.required && defaultValue(model, one) !== undefined);

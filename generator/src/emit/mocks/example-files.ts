import { dataText, Expression, type DataConst } from "@openapi-packages/compiler/compile/data";
import type {
  PlannedExample,
  PlannedExamples,
} from "@openapi-packages/compiler/mock/plan-examples";
import { canonicalText } from "@openapi-packages/description/json/json";
import { TypedValues } from "../documents/reference/typed-value.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { moduleFile, reexports } from "../statements.ts";
import { exampleSymbol } from "./answer-data.ts";
import { jsonText } from "./json-type.ts";

/** Returns the constants of examples; `undefined` without {@link EmitOptions.mockExamples}. */
export const examplesOf = (
  model: EmitModel,
  { mockExamples }: EmitOptions,
): PlannedExamples | undefined => (mockExamples === true ? model.examples() : undefined);

/**
 * Emits the description's examples as constants, which the mock answers with, and the entry that exports them; no file
 * without {@link EmitOptions.mockExamples}.
 */
export function exampleFiles(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const examples = examplesOf(model, options);
  if (examples === undefined) return [];
  const byFile = Map.groupBy(examples.constants, ({ file }) => file);
  const path = "mocks/src/examples.ts";
  const modules = [...byFile.keys()].map((file) => `./examples/${file}.ts`);
  // Without any example the entry is a module all the same.
  const exported = modules.length === 0 ? ["export {};"] : reexports(modules);
  return [
    moduleFile(path, new ModuleScope(path, options, []), exported),
    ...[...byFile].map(([file, own]) => exampleFile(model, options, file, own)),
  ];
}

function exampleFile(
  model: EmitModel,
  options: EmitOptions,
  file: string,
  examples: readonly PlannedExample[],
): EmittedFile {
  const path = `mocks/src/examples/${file}.ts`;
  const declared = examples.map(({ name }) => name);
  const names = new ModuleScope(path, options, declared);
  const values = new TypedValues(model.types);
  const constants = examples.map((one) => constant(names, model, values, one));
  return moduleFile(path, names, [], constants);
}

function constant(
  names: ModuleScope,
  model: EmitModel,
  values: TypedValues,
  example: PlannedExample,
): DataConst {
  const { name, same, value } = example;
  const type = typeOf(names, model, example);
  if (same === undefined)
    return { name, type, value: isTyped(values, example) ? value : cast(dataText(value), type) };
  const other = same.file === example.file ? same.name : names.use(exampleSymbol(same));
  const isSameType =
    canonicalText(same.schema?.json) === canonicalText(example.schema?.json) &&
    same.isStream === example.isStream;
  return { name, type, value: isSameType ? new Expression(other) : cast(other, type) };
}

/** The validator accepts the value, but its type cannot say so: it has members that the schema does not name. */
const cast = (value: string, type: string): Expression =>
  new Expression(type === "unknown" ? value : `${value} as unknown as ${type}`);

function typeOf(
  names: ModuleScope,
  model: EmitModel,
  { schema, isStream }: PlannedExample,
): string {
  const type = schema === undefined ? "unknown" : jsonText(names, model, schema.meaning);
  return isStream ? `readonly (${type})[]` : type;
}

/** True if TypeScript accepts the value as a literal of its type. */
function isTyped(values: TypedValues, { schema, value, isStream }: PlannedExample): boolean {
  if (schema === undefined) return true;
  const items = isStream && Array.isArray(value) ? value : [value];
  return items.every((item) => {
    const typed = values.of(item, schema.json);
    return typed !== undefined && canonicalText(typed) === canonicalText(item);
  });
}

import type { ErrorTemplate } from "@openapi-packages/runtime";
import type { PlannedError } from "@openapi-packages/compiler/compile/errors/plan-errors";
import { operationGroups } from "@openapi-packages/description/model/api-model";
import { localName } from "@openapi-packages/description/names/names";
import { runtimeType } from "@openapi-packages/compiler/symbols/runtime-symbols";
import {
  Expression,
  dataText,
  type DataConst,
  type DataObject,
  type DataValue,
} from "@openapi-packages/compiler/compile/data";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";

/** True if any operation documents an error body that the server can fill for its own refusals. */
export const hasErrorBodies = ({ errorBodies }: EmitModel): boolean => errorBodies.size > 0;

/**
 * Emits the templates that fill the documented error bodies for a server's refusals; no file if
 * there are none.
 */
export function errorBodiesFile(model: EmitModel, options: EmitOptions): EmittedFile[] {
  if (!hasErrorBodies(model)) return [];
  const { name, module: path } = contractSymbols.errorBodies;
  const names = new ModuleScope(path, options, [name]);
  const fill = names.use(runtimeType("", "ErrorFill"));
  const table = names.use(runtimeType("", "OperationErrorBodies"));
  const shared = new Map<string, DataConst>();
  const taken = new Set<string>([name, fill, table]);
  const use = (planned: PlannedError): DataValue => {
    const { mediaType, template, schema } = planned;
    const data = { mediaType, template: templateData(template) };
    if (schema === undefined) return data;
    const key = `${schema} ${dataText(data)}`;
    let constant = shared.get(key);
    if (constant === undefined) {
      const wanted = localName(`${schema} ${mediaType === "application/json" ? "" : mediaType}`);
      constant = { name: freeName(wanted, taken), type: fill, value: data };
      shared.set(key, constant);
    }
    return new Expression(constant.name);
  };
  const rows = operationGroups(model).flatMap((group) =>
    group.operations.flatMap((operation): [string, DataValue][] => {
      const own = [...(model.errorBodies.get(operation) ?? [])];
      if (own.length === 0) return [];
      return [[operation.id, Object.fromEntries(own.map(([status, one]) => [status, use(one)]))]];
    }),
  );
  const all = {
    name,
    type: `{ readonly [operationId: string]: ${table} }`,
    docs: documentation(
      "How the refusals of a server fill the bodies of errors that operations document.",
    ),
    value: Object.fromEntries(rows),
  };
  const constants = [...shared.values()].map(
    (one) => `const ${one.name}: ${fill} = ${dataText(one.value)};`,
  );
  return [moduleFile(path, names, constants, [all])];
}

/**
 * Returns a free name for a constant. Several constants of one schema differ in their templates.
 */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  while (taken.has(name)) name = `${name}_`;
  taken.add(name);
  return name;
}

/** Returns a template as data. It is plain data, but its types have no index signature. */
export const templateData = (template: ErrorTemplate): DataObject =>
  template as unknown as DataObject;

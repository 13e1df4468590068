import type {
  ReceivedPart,
  ReceivedPlan,
} from "@openapi-packages/compiler/compile/received/plan-received";
import { literal, propertyKey } from "@openapi-packages/description/text/escape";
import type { Operation } from "@openapi-packages/description/model/api-model";
import { localName } from "@openapi-packages/description/names/names";
import { runtimeType } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { dataText, Expression, type DataValue } from "@openapi-packages/compiler/compile/data";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";

/** True if a server adds defaults to any request body. */
export const hasReceived = ({ received }: EmitModel): boolean => received.bodies.size > 0;

/** The path of the module with the defaults of request bodies. */
const path = contractSymbols.received.module;

/**
 * Emits the defaults that a server adds to bodies before handlers get them; no file if there are
 * none.
 */
export function receivedFile(model: EmitModel, options: EmitOptions): EmittedFile[] {
  if (!hasReceived(model)) return [];
  const { name } = contractSymbols.received;
  const names = new ModuleScope(path, options, [name]);
  const type = names.use(runtimeType("", "ReceivedBody"));
  const table = names.use(runtimeType("", "OperationReceivedBodies"));
  const { named, bodies } = model.received;
  const constants = [...named].map(
    ([schema, plan]) => `const ${planName(schema)}: ${type} = ${dataText(planData(plan))};`,
  );
  const types = [...named].map(([schema, plan]) => defaultsType(defaultsName(schema), plan));
  const rows = [...bodies].map(([operation, own]): [string, DataValue] => [
    operation.id,
    Object.fromEntries([...own].map(([mediaType, part]) => [mediaType, partData(part)])),
  ]);
  const all = {
    name,
    type: `{ readonly [operationId: string]: ${table} }`,
    docs: documentation(
      "What a server fills into the bodies of requests before handlers see them: the defaults of members that are left out.",
    ),
    value: Object.fromEntries(rows),
  };
  return [moduleFile(path, names, [...types, ...constants], [all])];
}

const planName = (schema: string): string => `${localName(schema)}$received`;
const defaultsName = (schema: string): string => `${schema}$Defaults`;

function planData({ defaults, members, items }: ReceivedPlan): DataValue {
  return {
    defaults: defaults.size === 0 ? undefined : Object.fromEntries(defaults),
    members:
      members.size === 0
        ? undefined
        : Object.fromEntries([...members].map(([name, part]) => [name, partData(part)])),
    items: items && partData(items),
  };
}

const partData = (part: ReceivedPart): DataValue =>
  "name" in part ? new Expression(`() => ${planName(part.name)}`) : planData(part);

/**
 * Prints the type of a schema's defaults. It is an interface, since schemas may be recursive; an
 * empty one is an alias, since linters reject empty interfaces.
 */
function defaultsType(name: string, plan: ReceivedPlan): string {
  const isEmpty = plan.defaults.size + plan.members.size === 0 && plan.items === undefined;
  return isEmpty
    ? `export type ${name} = Record<never, never>;`
    : `export interface ${name} ${defaultsOf(plan)}`;
}

/** Prints an object type with the members that have a default. */
function defaultsOf({ defaults, members, items }: ReceivedPlan, use = defaultsName): string {
  const names = [...defaults.keys()].map((name) => literal(name));
  const below = [...members].map(([name, part]) => `${propertyKey(name)}: ${partType(part, use)};`);
  return `{ ${[
    ...(names.length === 0 ? [] : [`names: ${names.join(" | ")};`]),
    ...(below.length === 0 ? [] : [`members: { ${below.join(" ")} };`]),
    ...(items === undefined ? [] : [`items: ${partType(items, use)};`]),
  ].join(" ")} }`;
}

const partType = (part: ReceivedPart, use: (schema: string) => string): string =>
  "name" in part ? use(part.name) : defaultsOf(part, use);

/**
 * Returns the type of the body members with a default; `undefined` if there are none. The body of
 * PATCH has none: an absent member stays unchanged.
 */
export function bodyDefaults(
  { received: { bodies, named } }: EmitModel,
  operation: Operation,
  names?: ModuleScope,
): string | undefined {
  const own = [...(bodies.get(operation)?.values() ?? [])];
  const [body] = own;
  if (body === undefined || own.length > 1 || operation.method === "PATCH") return undefined;
  if (!hasDefaults(body, named, new Set())) return undefined;
  return partType(
    body,
    (schema) => names?.use({ name: defaultsName(schema), module: path, isType: true }) ?? "",
  );
}

function hasDefaults(
  part: ReceivedPart,
  named: ReadonlyMap<string, ReceivedPlan>,
  seen: Set<ReceivedPart>,
): boolean {
  const plan = "name" in part ? named.get(part.name) : part;
  if (plan === undefined || seen.has(plan)) return false;
  seen.add(plan);
  const below = [...plan.members.values(), ...(plan.items === undefined ? [] : [plan.items])];
  return plan.defaults.size > 0 || below.some((one) => hasDefaults(one, named, seen));
}

import type { ReceivedPart, ReceivedPlan } from "../../compile/received/plan-received.ts";
import { literal, propertyKey } from "../../escape.ts";
import type { Operation } from "../../model/api-model.ts";
import { localName } from "../../names.ts";
import { runtimeType } from "../../runtime-symbols.ts";
import { dataText, Expression, type DataValue } from "../../compile/data.ts";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";

/** True if a server fills defaults into the body of some request. */
export const hasReceived = ({ received }: EmitModel): boolean => received.bodies.size > 0;

/** The module with the types of the members of schemas that have a default. */
const path = contractSymbols.received.module;

/** What a server fills into bodies before handlers see them; no file where that is nothing. */
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

/** An interface, since schemas may be cycles; an alias where it would be empty, which linters refuse. */
function defaultsType(name: string, plan: ReceivedPlan): string {
  const isEmpty = plan.defaults.size + plan.members.size === 0 && plan.items === undefined;
  return isEmpty
    ? `export type ${name} = Record<never, never>;`
    : `export interface ${name} ${defaultsOf(plan)}`;
}

/** The members with a default as a type. */
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
 * The members of an operation's body that have a default, as a type; `undefined` where none has. In the body
 * of PATCH a member that is left out is one that does not change.
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

import type {
  OperationRenamePlan,
  PlannedRenames,
  RenamePart,
  RenamePlan,
} from "../../compile/renames/plan-renames.ts";
import { operationGroups, type Operation } from "../../model/api-model.ts";
import { localName } from "../../names.ts";
import { runtimeType } from "../../runtime-symbols.ts";
import { dataText, Expression, nameTable, type DataConst, type DataValue } from "../data.ts";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";

/** True if parameters or members of bodies of any operation have earlier names that are still accepted. */
export const hasRenames = ({ renames }: EmitModel): boolean => renames.operations.size > 0;

/** True if parameters or members of bodies of an operation have earlier names that are still accepted. */
export const isRenamed = ({ renames }: EmitModel, operation: Operation): boolean =>
  renames.operations.has(operation);

/** True if answers of an operation have members with earlier names. */
export const isAnswerRenamed = ({ renames }: EmitModel, operation: Operation): boolean =>
  renames.commonError !== undefined || (renames.operations.get(operation)?.responses.size ?? 0) > 0;

/** True if an operation's input has parameters or members with earlier names. */
export function isInputRenamed({ renames }: EmitModel, operation: Operation): boolean {
  const plan = renames.operations.get(operation);
  return plan !== undefined && plan.locations.size + plan.body.size > 0;
}

/** The module of earlier names; no file where there are none. */
export function renamesFile(model: EmitModel, options: EmitOptions): EmittedFile[] {
  if (!hasRenames(model)) return [];
  const { renames } = model;
  const { module: path, name: table } = contractSymbols.renameTable;
  const operations = operationGroups(model)
    .flatMap((group) => group.operations)
    .flatMap((one) => {
      const plan = renames.operations.get(one);
      return plan === undefined ? [] : [{ operation: one, plan }];
    });
  const declared = operations.map(({ operation }) => contractSymbols.renames(operation).name);
  const names = new ModuleScope(path, options, [...declared, table]);
  const type = names.use(runtimeType("", "OperationRenames"));
  const body = renames.named.size === 0 ? "" : names.use(runtimeType("", "RenamedBody"));
  const bodies = [...renames.named].map(
    ([name, plan]) => `const ${planName(name)}: ${body} = ${dataText(planData(plan))};`,
  );
  const constants = operations.map(({ operation, plan }): DataConst => ({
    name: contractSymbols.renames(operation).name,
    type,
    docs: documentation(`What \`${operation.id}\` still accepts by its earlier name.`),
    value: operationData(renames, plan),
  }));
  const rows = operations.map(
    ({ operation }) => [operation.id, contractSymbols.renames(operation).name] as const,
  );
  const docs = documentation("What operations still accept by earlier names, by `operationId`.");
  return [moduleFile(path, names, bodies, [...constants, nameTable(table, docs, rows)])];
}

/** Alternatives of schemas have a number for a name. */
const planName = (name: string): string =>
  `${name.startsWith("$") ? `alternatives${name.slice(1)}` : localName(name)}$renames`;

function operationData({ commonError }: PlannedRenames, plan: OperationRenamePlan): DataValue {
  const { locations, body, responses } = plan;
  const byStatus = [...responses].map(([status, own]) => [status, contentData(own)] as const);
  return {
    ...Object.fromEntries([...locations].map(([location, own]) => [location, namesData(own)])),
    body: body.size === 0 ? undefined : contentData(body),
    responses: byStatus.length === 0 ? undefined : Object.fromEntries(byStatus),
    commonError: commonError && partData(commonError),
  };
}

const namesData = (names: ReadonlyMap<string, string>): DataValue => Object.fromEntries(names);

const contentData = (content: ReadonlyMap<string, RenamePart>): DataValue =>
  Object.fromEntries([...content].map(([mediaType, part]) => [mediaType, partData(part)]));

function planData({ names, members, items, others }: RenamePlan): DataValue {
  return {
    names: names.size === 0 ? undefined : namesData(names),
    members: members.size === 0 ? undefined : contentData(members),
    items: items && partData(items),
    others: others && { part: partData(others.part), but: others.but },
  };
}

const partData = (part: RenamePart): DataValue =>
  "name" in part ? new Expression(`() => ${planName(part.name)}`) : planData(part);

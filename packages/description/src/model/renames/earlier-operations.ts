import { valueAt } from "../../json/json.ts";
import { methodName, operationTypeName, typeName, variableName } from "../../names/names.ts";
import type { Operation, OperationGroup } from "../api-model.ts";
import type { ModelContext } from "../model-context.ts";
import { aliasesIn, renamedFromKeyword, type RenamedFrom } from "./renamed-from.ts";

/**
 * Adds to the operations of groups their earlier names. Reports and leaves out a name that another
 * operation has.
 */
export function withEarlierOperations(
  context: ModelContext,
  groups: readonly OperationGroup[],
  version: string,
): readonly OperationGroup[] {
  const operations = groups.flatMap((group) => group.operations);
  const taken = new Set([
    ...context.schemaTypeNames,
    ...operations.flatMap((one) => namesInCode(one)),
  ]);
  const withNames = (operation: Operation): Operation => {
    const aliases = aliasesIn(valueAt(context.document, operation.pointer), version);
    if (aliases.length === 0) return operation;
    const earlierNames = aliases.flatMap((alias) => earlierName(context, operation, alias, taken));
    return { ...operation, earlierNames };
  };
  return groups.map((group) => ({ ...group, operations: group.operations.map(withNames) }));
}

type Names = Operation["earlierNames"][number];

const namesInCode = (one: Omit<Names, "id" | "typeName">): string[] => [
  one.methodName,
  one.variableName,
  one.inputTypeName,
  one.resultTypeName,
];

/**
 * Returns the code names that an operation had under an earlier id, and adds them to the taken
 * names.
 */
function earlierName(
  context: ModelContext,
  operation: Operation,
  { name: id, at }: RenamedFrom,
  taken: Set<string>,
): Names[] {
  const names = {
    typeName: typeName(id),
    inputTypeName: operationTypeName(context.schemaTypeNames, id, "Input"),
    resultTypeName: operationTypeName(context.schemaTypeNames, id, "Result"),
    methodName: methodName(id),
    variableName: variableName(id),
  };
  const claimed = namesInCode(names);
  if (claimed.some((one) => taken.has(one))) {
    const message = `operation ${JSON.stringify(id)} still exists, so ${operation.id} gets no alias of that name`;
    const hint = "remove this entry of x-renamed-from, or the operation that has the name";
    const pointer = `${operation.pointer}/${renamedFromKeyword}${at}`;
    context.report("renamed-from-taken", message, pointer, hint);
    return [];
  }
  for (const one of claimed) taken.add(one);
  return [{ id, ...names }];
}

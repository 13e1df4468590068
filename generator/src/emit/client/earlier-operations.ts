import type { OptionalKind, PropertySignatureStructure, StatementStructures } from "ts-morph";
import type { Operation, OperationGroup } from "@openapi-packages/description/model/api-model";
import { earlierType } from "../contract/earlier-names.ts";
import { renamedDocumentation } from "../documentation.ts";
import { interfaceName } from "./group-symbols.ts";

/** Returns every earlier name that a group's module still exports. */
export function earlierNames(
  { operations }: OperationGroup,
  open: readonly Operation[],
): readonly string[] {
  return [
    ...operations.flatMap((one) => one.earlierNames.map(({ variableName }) => variableName)),
    ...open.flatMap((one) => one.earlierNames.map((had) => openName(one, had.resultTypeName))),
  ];
}

/** Returns the methods of an operation under its earlier names. */
export function earlierMethods(
  group: OperationGroup,
  { methodName, earlierNames: had }: Operation,
): OptionalKind<PropertySignatureStructure>[] {
  return had.map((one) => ({
    name: one.methodName,
    type: `${interfaceName(group)}["${methodName}"]`,
    docs: renamedDocumentation(methodName),
  }));
}

/** Returns the client's own type of an operation's results under its earlier names. */
export function earlierResults(operation: Operation): StatementStructures[] {
  return operation.earlierNames.map((had) =>
    earlierType(openName(operation, had.resultTypeName), operation.resultTypeName),
  );
}

/** Returns the earlier name of the client's own type, with the same prefix and suffix as its current name. */
const openName = ({ resultTypeName }: Operation, earlier: string): string =>
  `Open${earlier}${/_*$/.exec(resultTypeName)?.[0] ?? ""}`;

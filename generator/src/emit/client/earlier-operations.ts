import type { OptionalKind, PropertySignatureStructure, StatementStructures } from "ts-morph";
import type { Operation, OperationGroup } from "../../model/api-model.ts";
import { earlierType } from "../contract/earlier-names.ts";
import { renamedDocumentation } from "../documentation.ts";
import { interfaceName } from "./group-symbols.ts";

/** Every name of a group's module that stands for a later one. */
export function earlierNames(
  { operations }: OperationGroup,
  open: readonly Operation[],
): readonly string[] {
  return [
    ...operations.flatMap((one) => one.earlierNames.map(({ variableName }) => variableName)),
    ...open.flatMap((one) => one.earlierNames.map((had) => openName(one, had.resultTypeName))),
  ];
}

/** The methods of an operation under the names that they had. */
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

/** The client's own type of an operation's results under the names that it had. */
export function earlierResults(operation: Operation): StatementStructures[] {
  return operation.earlierNames.map((had) =>
    earlierType(openName(operation, had.resultTypeName), operation.resultTypeName),
  );
}

/** What the client called its own of a type: it begins and ends as today's name does. */
const openName = ({ resultTypeName }: Operation, earlier: string): string =>
  `Open${earlier}${/_*$/.exec(resultTypeName)?.[0] ?? ""}`;

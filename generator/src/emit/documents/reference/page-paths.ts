import {
  operationGroups,
  type ApiModel,
  type Operation,
} from "@openapi-packages/description/model/api-model";
import { fileName } from "@openapi-packages/description/names/names";

/**
 * Returns the path of each operation's page, below `reference` and without extension:
 * `pets/GetPet`. Characters that file names cannot contain become a dash. Names that only differ in
 * case get a number, except the first.
 */
export function pagePaths(model: ApiModel): ReadonlyMap<Operation, string> {
  const taken = new Set<string>();
  const free = (path: string): string => {
    let candidate = path;
    for (let number = 2; taken.has(candidate.toLowerCase()); number += 1)
      candidate = `${path}-${number}`;
    taken.add(candidate.toLowerCase());
    return candidate;
  };
  return new Map(
    operationGroups(model).flatMap((group) =>
      group.operations.map((operation): [Operation, string] => [
        operation,
        free(`${group.fileName}/${pageName(operation)}`),
      ]),
    ),
  );
}

/**
 * Returns the operationId if every file system allows it as a name, or else a name in the style of
 * other files.
 */
function pageName({ id }: Operation): string {
  const name = id.replace(/[^\p{ID_Continue}.-]+/gu, "-").replace(/^[-.]+|[-.]+$/g, "");
  const plain = fileName(name);
  const isUsual = /^[A-Za-z][\w.-]{0,99}$/.test(name) && !plain.endsWith("_");
  return isUsual ? name : plain;
}

import type { MethodNames } from "../names/method-names.ts";
import { fileName, isMemberName, methodName, wordsWithin } from "../names/names.ts";
import type { ApiModel, EarlierOperationName, OperationGroup } from "./api-model.ts";

/** Names the methods of a model in a style. A name that the description gives by `x-name` stays. */
export function withMethodNames(model: ApiModel, style: MethodNames): ApiModel {
  if (style === "camelCase") return model;
  return {
    ...model,
    groups: model.groups.map((group) => nameMethods(group, style)),
    webhooks: model.webhooks && nameMethods(model.webhooks, style),
  };
}

function nameMethods(group: OperationGroup, style: MethodNames): OperationGroup {
  const { operations, tag } = group;
  const all = operations.flatMap((one) => [one, ...one.earlierNames]);
  const names =
    style === "operationId"
      ? new Map(all.map((one) => [one, writtenName(one)]))
      : distinct(new Map(all.map((one) => [one, nameWithoutTag(one, tag)])));
  const named = <Named extends EarlierOperationName>(one: Named): Named => ({
    ...one,
    methodName: names.get(one) ?? one.methodName,
  });
  return {
    ...group,
    operations: operations.map((operation) => ({
      ...named(operation),
      earlierNames: operation.earlierNames.map(named),
    })),
  };
}

const isGiven = ({ id, methodName: name }: EarlierOperationName): boolean =>
  name !== methodName(id);

const writtenName = (one: EarlierOperationName): string =>
  !isGiven(one) && isMemberName(one.id) ? one.id : one.methodName;

/** Takes the words of a tag out of an operation's name: `listDroplets` of `Droplets` is `list`. */
function nameWithoutTag(one: EarlierOperationName, tag: string): string {
  if (isGiven(one)) return one.methodName;
  const words = wordsWithin(one.id);
  const start = placeOf(wordsWithin(tag).map(comparable), words.map(comparable));
  if (start === undefined) return one.methodName;
  const rest = words.toSpliced(start, wordsWithin(tag).length);
  const name = methodName(rest.join(" "));
  // An underscore says that the rest is no name of a member by itself, such as `2fa` and `constructor`.
  return /^_|_$/.test(name) ? one.methodName : name;
}

/** Singular and plural are one word here. */
const comparable = (word: string): string => word.toLowerCase().replace(/(?<=.)(e?s|y|ies)$/u, "");

/** Returns the index at which one list of words stands in another; `undefined` without any. */
function placeOf(part: readonly string[], whole: readonly string[]): number | undefined {
  const index = whole.findIndex((_, start) =>
    part.every((word, offset) => whole[start + offset] === word),
  );
  return part.length === 0 || index === -1 ? undefined : index;
}

/** Gives names that several operations would share, and those of their files, back their words. */
function distinct(
  wanted: ReadonlyMap<EarlierOperationName, string>,
): ReadonlyMap<EarlierOperationName, string> {
  const holders = Map.groupBy(wanted.keys(), (one) => fileName(wanted.get(one) ?? ""));
  const shared = [...holders.values()].filter(
    (many) => many.length > 1 && many.some((one) => wanted.get(one) !== one.methodName),
  );
  if (shared.length === 0) return wanted;
  const full = new Set(shared.flat());
  return distinct(
    new Map([...wanted].map(([one, name]) => [one, full.has(one) ? one.methodName : name])),
  );
}

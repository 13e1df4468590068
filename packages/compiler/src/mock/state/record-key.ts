import { toPointer } from "@openapi-packages/description/json/json";
import { isRecord, isScalar, type Shape, type Shapes } from "./shapes.ts";
import { nounOf, plainName, wordList, wordsOf } from "./words.ts";

/** The place of a record in a body. */
export interface RecordPlace {
  /** The JSON pointer of the record in the body. */
  readonly at: string;
  readonly shape: Shape;
}

/** Usual names of key members, the likeliest first: `{pet}` in a path may hold any of them. */
const familiarKeys = wordList("id uuid guid key slug login username name code number sha");

/** Finds the member of a record that a path parameter holds. */
export function keyMember(
  shapes: Shapes,
  { properties }: Shape,
  { parameter, parameterShape, noun }: KeyPlace,
): KeyMember | undefined {
  const byName = new Map([...properties.keys()].map((name) => [plainName(name), name]));
  const words = wordsOf(parameter);
  const called = words.flatMap((_, from) => {
    const name = byName.get(words.slice(from).join("_"));
    return name !== undefined && isScalar(shapes.of(properties.get(name))) ? [name] : [];
  });
  const isFit = (name: string): boolean =>
    properties.has(name) && agree(parameterShape, shapes.of(properties.get(name)));
  const familiar = familiarKeys.find(isFit);
  const [own] = called;
  const isNoun = plainName(parameter) === noun && plainName(own ?? "") !== noun;
  const likely = isNoun ? undefined : (called.find(isFit) ?? own);
  if (likely !== undefined) return { name: likely, isCalled: true };
  return familiar === undefined ? undefined : { name: familiar, isCalled: false };
}

/** A path parameter that names a record. */
export interface KeyPlace {
  readonly parameter: string;
  readonly parameterShape: Shape;
  /** The resource's name in the path; a parameter with that name may hold any key. */
  readonly noun: string;
}

/** The member by which a path names records. */
export interface KeyMember {
  readonly name: string;
  /** True if the member has the parameter's name; false if it only has the usual name of a key. */
  readonly isCalled: boolean;
}

/** True if a parameter and a scalar member may have the same value. */
function agree(one: Shape, other: Shape): boolean {
  if (!isScalar(other)) return false;
  if (one.types.size === 0) return true;
  const kinds = ({ types }: Shape): Set<string> =>
    new Set([...types].map((type) => (type === "integer" ? "number" : type)));
  const own = kinds(one);
  return [...kinds(other)].some((kind) => kind !== "null" && own.has(kind));
}

/** Finds the record in a body: the body itself, or one of its members. */
export function recordIn(
  shapes: Shapes,
  body: Shape,
  isOne: (shape: Shape) => boolean,
  noun: string,
): RecordPlace | undefined {
  if (!isRecord(body)) return undefined;
  if (isOne(body)) return { at: "", shape: body };
  const members = [...body.properties].flatMap(([name, schema]) => {
    const shape = shapes.of(schema);
    return isRecord(shape) && isOne(shape) ? [{ name, shape }] : [];
  });
  const likely = members.find(({ name }) => nounOf(name) === noun || name === "data");
  const chosen =
    likely ?? (members.length === 1 && body.properties.size <= 4 ? members[0] : undefined);
  return chosen && { at: toPointer([chosen.name]), shape: chosen.shape };
}

/** A list in a body, and the shape of its items. */
export interface ListPlace extends RecordPlace {
  /** The shape of an item. */
  readonly shape: Shape;
}

/** Finds the list of records in a body: the body itself, or one of its members. */
export function listIn(
  shapes: Shapes,
  body: Shape,
  declared: string | undefined,
  noun: string,
): ListPlace | undefined {
  const itemsOf = (list: Shape): Shape | undefined => {
    if (list.items === undefined || list.types.has("object")) return undefined;
    const item = shapes.of(list.items);
    return isRecord(item) ? item : undefined;
  };
  const own = itemsOf(body);
  if (own !== undefined && (declared ?? "") === "") return { at: "", shape: own };
  if (declared !== undefined) {
    const shape = itemsOf(shapes.at(body, declared));
    return shape && { at: declared, shape };
  }
  const members = [...body.properties].flatMap(([name, schema]) => {
    const shape = itemsOf(shapes.of(schema));
    return shape === undefined ? [] : [{ name, shape }];
  });
  const likely = members.find(
    ({ name }) => nounOf(name) === noun || ["data", "items", "results", "entries"].includes(name),
  );
  const chosen = likely ?? (members.length === 1 ? members[0] : undefined);
  return chosen && { at: toPointer([chosen.name]), shape: chosen.shape };
}

/** Returns the type of keys with a shape. */
export function keyTypeOf({ format, pattern, types }: Shape): "uuid" | "integer" | "text" {
  if (format === "uuid" || pattern?.includes("{8}-") === true) return "uuid";
  const isNumber = types.has("integer") || types.has("number");
  return isNumber && !types.has("string") ? "integer" : "text";
}

/** True if a key is unique among all records, as an id is. Names are unique only below one parent. */
export function isUniqueKey(key: string | undefined): boolean {
  return ["id", "uuid", "guid", "key", "login"].includes(wordsOf(key ?? "").at(-1) ?? "");
}

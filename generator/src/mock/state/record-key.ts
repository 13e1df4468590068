import { pointerParts, toPointer, type Json } from "../../json.ts";
import { isRecord, isScalar, type Shape, type Shapes } from "./shapes.ts";
import { nounOf, plainName, wordList, wordsOf } from "./words.ts";

/** The place of a record in a body. */
export interface RecordPlace {
  /** A JSON pointer. */
  readonly at: string;
  readonly shape: Shape;
}

/** The members that a parameter named after the resource itself may hold, the likeliest first. */
const familiarKeys = wordList("id uuid guid key slug login username name code number sha");

/** The member of a record that a path parameter names it by. */
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

/** The place of a path that names a record. */
export interface KeyPlace {
  readonly parameter: string;
  readonly parameterShape: Shape;
  /** The resource's name in the path; a parameter of that name holds any key. */
  readonly noun: string;
}

/** A member by which a path names records. */
export interface KeyMember {
  readonly name: string;
  /** True if parameter and member are called alike, and not only of the kind that keys are. */
  readonly isCalled: boolean;
}

/** True if two single values may be the same. */
function agree(one: Shape, other: Shape): boolean {
  if (!isScalar(other)) return false;
  if (one.types.size === 0) return true;
  const kinds = ({ types }: Shape): Set<string> =>
    new Set([...types].map((type) => (type === "integer" ? "number" : type)));
  const own = kinds(one);
  return [...kinds(other)].some((kind) => kind !== "null" && own.has(kind));
}

/** The record in a body: the body itself, or the one member that is one. */
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

/** A list in a body, and what its items are. */
export interface ListPlace extends RecordPlace {
  /** The shape of an item. */
  readonly shape: Shape;
}

/** The list of records in a body: the body itself, or the member that is one. */
export function listIn(
  shapes: Shapes,
  body: Shape,
  declared: string | undefined,
  noun: string,
): ListPlace | undefined {
  const itemsOf = (schema: Json): Shape | undefined => {
    const list = shapes.of(schema);
    if (list.items === undefined || list.types.has("object")) return undefined;
    const item = shapes.of(list.items);
    return isRecord(item) ? item : undefined;
  };
  const own = itemsOf(body.schema);
  if (own !== undefined && (declared ?? "") === "") return { at: "", shape: own };
  if (declared !== undefined) {
    const shape = itemsOf(schemaAt(shapes, body, declared));
    return shape && { at: declared, shape };
  }
  const members = [...body.properties].flatMap(([name, schema]) => {
    const shape = itemsOf(schema);
    return shape === undefined ? [] : [{ name, shape }];
  });
  const likely = members.find(
    ({ name }) => nounOf(name) === noun || ["data", "items", "results", "entries"].includes(name),
  );
  const chosen = likely ?? (members.length === 1 ? members[0] : undefined);
  return chosen && { at: toPointer([chosen.name]), shape: chosen.shape };
}

function schemaAt(shapes: Shapes, body: Shape, pointer: string): Json {
  let schema: Json = body.schema;
  for (const name of pointerParts(pointer)) schema = shapes.of(schema).properties.get(name) ?? true;
  return schema;
}

/** The kind of keys of a shape. */
export function keyTypeOf({ format, pattern, types }: Shape): "uuid" | "integer" | "text" {
  if (format === "uuid" || pattern?.includes("{8}-") === true) return "uuid";
  const isNumber = types.has("integer") || types.has("number");
  return isNumber && !types.has("string") ? "integer" : "text";
}

/** True if no two records have the same key, wherever they are: names are given below their parents only. */
export function isUniqueKey(key: string | undefined): boolean {
  return ["id", "uuid", "guid", "key", "login"].includes(wordsOf(key ?? "").at(-1) ?? "");
}

import {
  arrayMember,
  isObject,
  member,
  objectMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { isConverted } from "../../model/conversions/mark-dates.ts";
import { referencedName } from "../../subschemas.ts";

/** The kinds of values, as the runtime's codecs tell them apart. */
export type Kind = "date" | "text" | "number" | "boolean" | "null" | "list" | "object";

const everyKind: readonly Kind[] = ["text", "number", "boolean", "null", "list", "object"];

/** What an object type says of one member. */
export interface MemberType {
  readonly isRequired: boolean;
  readonly shapes: readonly Json[];
}

/** Reads types in the forms of `typeSchema`, references included. */
export class TypeBranches {
  readonly #types: JsonObject;

  /** @param types the types of named schemas */
  constructor(types: JsonObject) {
    this.#types = types;
  }

  /** The type that a reference leads to. */
  named(name: string): Json {
    return member(this.#types, name) ?? true;
  }

  /**
   * The branches of a union, those of unions among them included; a type that is no union is its only one. A
   * reference to an object stays one.
   */
  of(shape: Json | undefined): Json[] {
    if (!isObject(shape)) return shape === undefined || shape === false ? [] : [shape];
    const branches = member(shape, "anyOf");
    if (Array.isArray(branches)) return (branches as Json[]).flatMap((one) => this.of(one));
    const name = referencedName(shape);
    if (name === undefined) return [shape];
    const target = this.named(name);
    const isScalarOrUnion = isObject(target) && this.#isExpanded(target);
    return isScalarOrUnion ? this.of(target) : [shape];
  }

  #isExpanded(target: JsonObject): boolean {
    if (target["anyOf"] !== undefined || referencedName(target) !== undefined) return true;
    return !this.kinds(target).includes("object");
  }

  /** The kinds of values that a type has. */
  kinds(shape: Json | undefined): readonly Kind[] {
    if (!isObject(shape)) return shape === true ? everyKind : [];
    const name = referencedName(shape);
    if (name !== undefined) return this.kinds(this.named(name));
    const unions = member(shape, "anyOf");
    if (Array.isArray(unions))
      return [...new Set((unions as Json[]).flatMap((one) => this.kinds(one)))];
    const all = arrayMember(shape, "allOf").map((one) => this.kinds(one));
    const [first] = all;
    if (first !== undefined) return first.filter((kind) => all.every((one) => one.includes(kind)));
    const literals = literalsOf(shape);
    if (literals !== undefined) return [...new Set(literals.map(kindOf))];
    return isConverted(shape) ? ["date"] : (kindsByForm[String(shape["type"])] ?? everyKind);
  }

  /** The members of an object, as all types that it is made of have them; unions among these do not count. */
  members(shape: Json, found = new Map<string, MemberType>()): Map<string, MemberType> {
    const name = referencedName(shape);
    if (name !== undefined) return this.members(this.named(name), found);
    if (!isObject(shape)) return found;
    for (const part of arrayMember(shape, "allOf")) this.members(part, found);
    const inner = member(shape, "schema");
    if (shape["type"] === "with-required" && inner !== undefined) this.members(inner, found);
    const required = new Set(
      arrayMember(shape, shape["type"] === "with-required" ? "keys" : "required"),
    );
    const properties = Object.entries(objectMember(shape, "properties") ?? {});
    for (const [key, property] of properties) {
      const known = found.get(key);
      found.set(key, {
        isRequired: required.has(key) || known?.isRequired === true,
        shapes: [...(known?.shapes ?? []), property],
      });
    }
    for (const key of required) {
      const known = found.get(String(key)) ?? { shapes: [] };
      found.set(String(key), { ...known, isRequired: true });
    }
    return found;
  }
}

const kindsByForm: Readonly<Record<string, readonly Kind[]>> = {
  string: ["text"],
  number: ["number"],
  boolean: ["boolean"],
  null: ["null"],
  list: ["list"],
  tuple: ["list"],
  object: ["object"],
  mixed: ["object"],
  empty: ["object"],
  hollow: ["object"],
  "with-required": ["object"],
};

function kindOf(value: Json): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "text";
  return typeof value === "object" ? "object" : (typeof value as "number" | "boolean");
}

/** The values of an enum that does not grow, or of a constant; `undefined` for any other type. */
export function literalsOf(shape: Json | undefined): readonly Json[] | undefined {
  if (!isObject(shape)) return undefined;
  const constant = member(shape, "const");
  if (constant !== undefined) return [constant];
  return Array.isArray(shape["enum"]) ? (shape["enum"] as readonly Json[]) : undefined;
}

/** True of an enum that may have more values with time. */
export const mayGrow = (shape: Json): boolean => member(shape, "isOpen") === true;

/** True if two objects differ in the values of a member that both must have. */
export function areApart(
  first: ReadonlyMap<string, MemberType>,
  second: ReadonlyMap<string, MemberType>,
): boolean {
  return [...first].some(([name, type]) => {
    const [own, other] = [tagOf(type), tagOf(second.get(name))];
    return own && other && own.every((value) => !other.includes(value));
  });
}

/** The values of a member that must be there and has but some. */
export function tagOf(type: MemberType | undefined): readonly Json[] | undefined {
  if (type?.isRequired !== true) return undefined;
  const closed = type.shapes.filter((shape) => !mayGrow(shape)).map(literalsOf);
  return closed.find((values) => values !== undefined);
}

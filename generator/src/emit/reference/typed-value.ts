import { literalsOf, mayGrow } from "../../compile/codecs/type-branches.ts";
import { isBinary } from "../../compile/file-schemas.ts";
import {
  arrayMember,
  isObject,
  member,
  objectMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { isConverted } from "../../model/conversions/mark-dates.ts";
import { inlineType } from "../../model/types/inline-type.ts";
import { referencedName } from "../../subschemas.ts";

/** More references in a row lead nowhere. */
const mostReferences = 50;

/**
 * Tells which examples can be written down as values of their types: a schema may allow what its type cannot say, and
 * members that nobody declares are none of an object literal in TypeScript.
 */
export class TypedValues {
  readonly #types: JsonObject;

  /** @param types the types of named schemas, in the forms of `typeSchema` */
  constructor(types: JsonObject) {
    this.#types = types;
  }

  /** A value without the members that its type does not declare; `undefined` where it is not of the type. */
  of(value: Json, schema: Json): Json | undefined {
    const type = inlineType(schema);
    return this.#fits(value, type, 0) ? this.#declared(value, [type]) : undefined;
  }

  #named(name: string): Json {
    return member(this.#types, name) ?? true;
  }

  #fits(value: Json, type: Json, depth: number): boolean {
    if (!isObject(type)) return type === true;
    const name = referencedName(type);
    if (name !== undefined)
      return depth < mostReferences && this.#fits(value, this.#named(name), depth + 1);
    const union = member(type, "anyOf");
    if (Array.isArray(union))
      return (union as readonly Json[]).some((one) => this.#fits(value, one, depth + 1));
    const parts = arrayMember(type, "allOf");
    if (parts.length > 0) return parts.every((one) => this.#fits(value, one, depth + 1));
    const literals = literalsOf(type);
    if (literals !== undefined)
      return literals.includes(value) || (mayGrow(type) && typeof value === typeof literals[0]);
    return this.#fitsForm(value, type, depth);
  }

  #fitsForm(value: Json, type: JsonObject, depth: number): boolean {
    switch (type["type"]) {
      case undefined:
        return true;
      case "string":
        return typeof value === "string" && !isBinary(type);
      case "converted":
        return typeof value === "string";
      case "null":
        return value === null;
      case "number":
      case "boolean":
        return typeof value === type["type"];
      case "list":
        return (
          Array.isArray(value) &&
          (value as readonly Json[]).every((item) =>
            this.#fits(item, member(type, "items") ?? true, depth + 1),
          )
        );
      case "tuple":
        return Array.isArray(value) && this.#fitsTuple(value as readonly Json[], type, depth);
      case "empty":
        return isObject(value) && Object.keys(value).length === 0;
      case "with-required":
        return (
          isObject(value) &&
          arrayMember(type, "keys").every((key) => Object.hasOwn(value, String(key))) &&
          this.#fits(value, member(type, "schema") ?? true, depth + 1)
        );
      default:
        return isObject(value) && this.#fitsObject(value, type, depth);
    }
  }

  #fitsTuple(value: readonly Json[], type: JsonObject, depth: number): boolean {
    const prefix = arrayMember(type, "prefix");
    const rest = member(type, "rest");
    if (value.length < Number(type["min"]) || (rest === undefined && value.length > prefix.length))
      return false;
    return value.every((item, index) =>
      this.#fits(item, prefix[index] ?? rest ?? false, depth + 1),
    );
  }

  #fitsObject(value: JsonObject, type: JsonObject, depth: number): boolean {
    if (!arrayMember(type, "required").every((name) => Object.hasOwn(value, String(name))))
      return false;
    return Object.entries(value).every(([name, own]) =>
      memberTypes(type, name).every((one) => this.#fits(own, one, depth + 1)),
    );
  }

  /** A value without what none of its types declares. */
  #declared(value: Json, types: readonly Json[]): Json {
    if (Array.isArray(value))
      return (value as readonly Json[]).map((item, index) =>
        this.#declared(
          item,
          this.#forms(value, types).flatMap((type) => itemType(type, index)),
        ),
      );
    if (!isObject(value)) return value;
    const forms = this.#forms(value, types);
    if (forms.length > 0 && forms.every(isOfAnyMembers)) return value;
    const members = Object.entries(value).flatMap(([name, own]) => {
      const declared = forms.flatMap((form) => memberTypes(form, name));
      return declared.length === 0 ? [] : [[name, this.#declared(own, declared)] as const];
    });
    return Object.fromEntries(members);
  }

  /** What types say of a value, without the branches of unions that it does not fit. */
  #forms(value: Json, types: readonly Json[], depth = 0): readonly JsonObject[] {
    return types.flatMap((type): readonly JsonObject[] => {
      if (!isObject(type)) return type === true ? [{}] : [];
      const name = referencedName(type);
      if (name !== undefined)
        return depth < mostReferences ? this.#forms(value, [this.#named(name)], depth + 1) : [{}];
      const fitting = arrayMember(type, "anyOf").filter((one) => this.#fits(value, one, 0));
      const parts = [...fitting, ...arrayMember(type, "allOf")];
      if (parts.length > 0) return this.#forms(value, parts, depth + 1);
      const inner = type["type"] === "with-required" ? member(type, "schema") : undefined;
      return inner === undefined ? [type] : this.#forms(value, [inner], depth + 1);
    });
  }
}

/** True of what takes an object of any members: no type at all, and an object that declares nothing. */
function isOfAnyMembers(type: JsonObject): boolean {
  if (type["type"] === undefined || type["type"] === "hollow") return true;
  if (isConverted(type) || type["type"] === "empty") return false;
  const hasMembers = Object.keys(objectMember(type, "properties") ?? {}).length > 0;
  return !hasMembers && arrayMember(type, "index").length === 0;
}

/** The types of a member: its own, and those of index signatures. */
function memberTypes(type: JsonObject, name: string): readonly Json[] {
  const own = member(objectMember(type, "properties"), name);
  const index = arrayMember(type, "index").filter((entry) =>
    name.startsWith(String(member(entry, "prefix") ?? "")),
  );
  return [
    ...(own === undefined ? [] : [own]),
    ...index.map((entry) => member(entry, "schema") ?? true),
  ];
}

function itemType(type: JsonObject, index: number): readonly Json[] {
  const item = arrayMember(type, "prefix")[index] ?? member(type, "items") ?? member(type, "rest");
  return item === undefined ? [true] : [item];
}

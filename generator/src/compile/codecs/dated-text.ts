import { literal, literalKey } from "../../escape.ts";
import { isObject, member, type Json, type JsonObject } from "../../json.ts";
import { isConverted } from "../../model/conversions/mark-dates.ts";
import { referencedName } from "../../subschemas.ts";
import { literalsOf, TypeBranches, type MemberType } from "./type-branches.ts";

/** Writes JSON down as values of types: what a codec converts is `new Date("…")`. */
export class DatedText {
  readonly #branches: TypeBranches;

  /** @param types the types of named schemas, in the forms of `typeSchema` */
  constructor(types: JsonObject) {
    this.#branches = new TypeBranches(types);
  }

  /** @param shapes types of which the value has one, or all */
  of(value: Json, shapes: readonly Json[]): string {
    const branches = shapes.flatMap((shape) => this.#branches.of(shape));
    if (typeof value === "string" && dateTime.test(value) && branches.some(isConverted))
      return `new Date(${literal(value)})`;
    if (Array.isArray(value)) {
      const items = (value as readonly Json[]).map((item, index) =>
        this.of(
          item,
          branches.flatMap((branch) => itemShape(branch, index)),
        ),
      );
      return `[${items.join(", ")}]`;
    }
    if (!isObject(value)) return literal(value);
    const fitting = branches
      .filter((branch) => this.#branches.kinds(branch).includes("object"))
      .map((branch) => ({ branch, members: this.#branches.members(branch) }))
      .filter(({ members }) => fits(value, members));
    const members = Object.entries(value).map(([name, own]) => {
      const named = fitting.flatMap((one) => one.members.get(name)?.shapes ?? []);
      const unnamed = fitting.flatMap((one) => this.#unnamed(one.branch));
      return `${literalKey(name)}: ${this.of(own, named.length > 0 ? named : unnamed)}`;
    });
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }

  /** The types of members that an object does not name. */
  #unnamed(shape: Json): Json[] {
    const name = referencedName(shape);
    if (name !== undefined) return this.#unnamed(this.#branches.named(name));
    if (!isObject(shape)) return [];
    const index = (shape["index"] ?? []) as readonly Json[];
    const parts = (shape["allOf"] ?? []) as readonly Json[];
    return [
      ...index.map((entry) => member(entry, "others") ?? member(entry, "schema") ?? true),
      ...parts.flatMap((part) => this.#unnamed(part)),
    ];
  }
}

/** Examples conform to their schemas, so that this tells a `date-time` from other texts. */
const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d/;

function itemShape(shape: Json, index: number): Json[] {
  const prefix = (member(shape, "prefix") ?? []) as readonly Json[];
  const item = prefix[index] ?? member(shape, "items") ?? member(shape, "rest");
  return item === undefined ? [] : [item];
}

function fits(value: JsonObject, members: ReadonlyMap<string, MemberType>): boolean {
  return [...members].every(([name, { isRequired, shapes }]) => {
    const own = member(value, name);
    if (own === undefined) return !isRequired;
    return shapes.every((shape) => literalsOf(shape)?.includes(own) ?? true);
  });
}

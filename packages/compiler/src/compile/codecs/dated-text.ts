import { literal, literalKey } from "@openapi-packages/description/text/escape";
import {
  isObject,
  member,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import {
  isBigInt,
  type ComponentSchemas,
  type Schema,
} from "@openapi-packages/description/model/schema/schema";
import { TypeBranches, valuesOf, type MemberType } from "./type-branches.ts";

/** Prints JSON as TypeScript values: a converted date-time becomes `new Date("…")`, an int64 `5n`. */
export class DatedText {
  readonly #branches: TypeBranches;

  /** @param schemas the components */
  constructor(schemas: ComponentSchemas) {
    this.#branches = new TypeBranches(schemas);
  }

  /** @param schemas the schemas of the value; it conforms to one or to all of them */
  of(value: Json, schemas: readonly Schema[]): string {
    const branches = schemas.flatMap((schema) => this.#branches.of(schema));
    const mayBeDate = branches.some(({ kind }) => kind === "date");
    if (typeof value === "string" && dateTime.test(value) && mayBeDate)
      return `new Date(${literal(value)})`;
    if (Number.isInteger(value) && branches.some(isBigInt)) {
      const isOther = branches.some(
        (one) => this.#branches.kinds(one).includes("number") && !isBigInt(one),
      );
      return isOther ? literal(value) : `${BigInt(value as number)}n`;
    }
    if (Array.isArray(value)) {
      const items = (value as readonly Json[]).map((item, index) =>
        this.of(
          item,
          branches.flatMap((branch) => itemSchema(branch, index)),
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
      const named = fitting.flatMap((one) => one.members.get(name)?.schemas ?? []);
      const unnamed = fitting.flatMap((one) => this.#branches.undeclared(one.branch));
      return `${literalKey(name)}: ${this.of(own, named.length > 0 ? named : unnamed)}`;
    });
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
}

/** Recognizes a `date-time`. The beginning is enough, since examples conform to their schemas. */
const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d/;

function itemSchema(schema: Schema, index: number): Schema[] {
  if (schema.kind === "array") return [schema.items];
  if (schema.kind !== "tuple") return [];
  const item = schema.prefixItems[index] ?? schema.items;
  return item === undefined ? [] : [item];
}

function fits(value: JsonObject, members: ReadonlyMap<string, MemberType>): boolean {
  return [...members].every(([name, { isRequired, schemas }]) => {
    const own = member(value, name);
    if (own === undefined) return !isRequired;
    return schemas.every((schema) => valuesOf(schema)?.includes(own) ?? true);
  });
}

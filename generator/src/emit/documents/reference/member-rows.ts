import { markdownCode, markdownLine } from "@openapi-packages/description/text/escape";
import { member, stringMember, type Json } from "@openapi-packages/description/json/json";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import { composedSchema } from "@openapi-packages/description/model/schema/composed-schema";
import {
  namedSchema,
  onlyAlternative,
  type ComponentSchemas,
  type Property,
  type Schema,
} from "@openapi-packages/description/model/schema/schema";
import { shownSchema } from "./shown-schema.ts";
import { boundsWords, typeWords } from "./type-words.ts";

/** A member of a body, or of a nested object. */
interface MemberRow {
  /** The path of the member: `name`, `owner.name`, `items[].id`. */
  readonly path: string;
  readonly property: Property;
  /** The names of the enclosing schemas, so that recursive schemas end. */
  readonly within: readonly string[];
}

/** Whether callers write a value (`input`) or read it (`answer`). */
export type Direction = "input" | "answer";

/**
 * The number of rows up to which members of nested objects are added; the value's own members are
 * always shown.
 */
const mostRows: Readonly<Record<Direction, number>> = { input: 50, answer: 25 };

/** The most levels of nested objects to show. */
const mostLevels = 3;

/** Writes tables of the members of bodies; tables of named schemas are cached. */
export class MemberTables {
  readonly #components: ComponentSchemas;
  readonly #known = new Map<string, readonly string[]>();

  constructor({ types }: Pick<ApiModel, "types">) {
    this.#components = types;
  }

  /**
   * Writes the table of a value's members, followed by those of nested objects as far as they fit.
   * For a union it lists the members of each object. Empty if there are none.
   */
  of(schema: Schema, direction: Direction): readonly string[] {
    if (schema.kind !== "reference") return this.#lines(schema, direction);
    const key = `${direction} ${schema.name}`;
    const known = this.#known.get(key) ?? this.#lines(schema, direction);
    this.#known.set(key, known);
    return known;
  }

  #lines(schema: Schema, direction: Direction): readonly string[] {
    const most = mostRows[direction];
    const rows = this.#rows(schema, "", []);
    if (rows.length > 0) return this.#table(this.#withInner(rows, most), direction);
    const described = alternativesOf(this.#item(schema, []).schema)
      .slice(0, mostAlternatives)
      .map((one) => ({ one, own: this.#rows(one, "", []) }));
    return described.flatMap(({ one, own }) =>
      own.length === 0
        ? []
        : [
            `Members of ${markdownCode(typeWords(one))}:`,
            "",
            ...this.#table(this.#withInner(own, Math.floor(most / described.length)), direction),
          ],
    );
  }

  /** Returns the rows of an object's members, or of the objects in a list. */
  #rows(of: Schema, prefix: string, above: readonly string[]): MemberRow[] {
    const { schema, suffix, within } = this.#item(of, above);
    if (within === undefined) return [];
    const start = `${prefix}${suffix}`;
    return composedSchema(this.#components, schema).properties.map((property) => ({
      path: start === "" ? property.name : `${start}.${property.name}`,
      property,
      within,
    }));
  }

  /** Unwraps the items of lists. `within` is `undefined` if a schema would contain itself. */
  #item(
    of: Schema,
    above: readonly string[],
  ): {
    readonly schema: Schema;
    readonly suffix: string;
    readonly within: readonly string[] | undefined;
  } {
    const within = [...above];
    let [schema, suffix] = [of, ""];
    for (;;) {
      const only = schema.kind === "union" ? onlyAlternative(schema) : undefined;
      if (only !== undefined) {
        schema = only;
      } else if (schema.kind === "reference") {
        if (within.includes(schema.name)) return { schema, suffix, within: undefined };
        within.push(schema.name);
        schema = namedSchema(this.#components, schema.name);
      } else if (schema.kind === "array" && suffix.length <= 4) {
        [schema, suffix] = [schema.items, `${suffix}[]`];
      } else {
        return { schema, suffix, within };
      }
    }
  }

  /** Adds the rows of nested objects, level by level; each object is added whole or not at all. */
  #withInner(top: readonly MemberRow[], most: number): readonly MemberRow[] {
    let count = top.length;
    const below = new Map<MemberRow, readonly MemberRow[]>();
    let level = top;
    for (let depth = 1; depth < mostLevels && level.length > 0; depth += 1) {
      const next: MemberRow[] = [];
      for (const row of level) {
        if (count >= most) break;
        const inner = this.#rows(row.property.schema, row.path, row.within);
        if (inner.length === 0 || count + inner.length > most) continue;
        count += inner.length;
        below.set(row, inner);
        next.push(...inner);
      }
      level = next;
    }
    const ordered = (rows: readonly MemberRow[]): MemberRow[] =>
      rows.flatMap((row) => [row, ...ordered(below.get(row) ?? [])]);
    return ordered(top);
  }

  #table(rows: readonly MemberRow[], direction: Direction): readonly string[] {
    const isInput = direction === "input";
    return [
      `| member | type | required |${isInput ? " bounds |" : ""} description |`,
      `|---|---|---|${isInput ? "---|" : ""}---|`,
      ...rows.map(({ path, property }) => {
        const shown = shownSchema(this.#components, property);
        // Named schemas are described once, in the list of schemas.
        const isDescribed =
          isInput ||
          property.schema.kind !== "reference" ||
          Object.keys(property.annotations).length > 0;
        const cells = [
          markdownCode(path),
          markdownCode(typeWords(property.schema)),
          property.isRequired ? "yes" : "",
          ...(isInput ? [boundsWords(shown)] : []),
          isDescribed ? descriptionOf(shown.annotations) : "",
        ];
        return `| ${cells.join(" | ")} |`;
      }),
      "",
    ];
  }
}

const mostAlternatives = 6;

/** Returns the alternatives of a union, also of one within an intersection. */
function alternativesOf(schema: Schema): readonly Schema[] {
  if (schema.kind === "union") return schema.alternatives;
  return schema.kind === "intersection" ? schema.parts.flatMap(alternativesOf) : [];
}

/** Writes a table cell about a schema: deprecation, description, and open points. */
export function descriptionOf(keywords: Json): string {
  const notes = [
    ["x-not-shown", "Not shown"],
    ["x-assumption", "Assumed"],
  ].flatMap(([keyword = "", label = ""]) =>
    [member(keywords, keyword) ?? []]
      .flat()
      .flatMap((text) => (typeof text === "string" ? [`${label}: ${markdownLine(text)}`] : [])),
  );
  return [
    ...(member(keywords, "deprecated") === true ? ["**Deprecated.**"] : []),
    ...[markdownLine(stringMember(keywords, "description") ?? "")].filter((text) => text !== ""),
    ...notes,
  ].join(" ");
}

import { typesOf } from "../../../model/applied/keyword-values.ts";
import { mergedSchema, type MergedSchema } from "../../../model/applied/merged-schema.ts";
import { TypeBranches } from "../../../compile/codecs/type-branches.ts";
import { aliasOf } from "../../../compile/schema-reader.ts";
import { NamedSchemas } from "../../../compile/named-schemas.ts";
import { markdownCode, markdownLine } from "../../../escape.ts";
import { member, stringMember, type Json, type JsonObject } from "../../../json.ts";
import type { ApiModel, DescribedSchema } from "../../../model/api-model.ts";
import { inlineSchema } from "../../../model/schema/inline-schema.ts";
import { unknown } from "../../../model/schema/schema.ts";
import { absentMember } from "../../../model/variants/derive-variants.ts";
import { referencedName } from "../../../subschemas.ts";
import { boundsWords, typeWords } from "./type-words.ts";

/** A schema as it is written, and what it means. */
type Read = Pick<DescribedSchema, "schema" | "meaning">;

/** A member of a body, or of an object in it. */
interface MemberRow extends Read {
  /** `name`, `owner.name`, `items[].id`. */
  readonly path: string;
  /** What its schema says, or that of the one alternative to `null`. */
  readonly keywords: JsonObject;
  readonly isRequired: boolean;
  /** The names of the schemas that it is in, so that none is written out in itself. */
  readonly within: readonly string[];
}

/** Whether callers write a value or read it. */
export type Direction = "input" | "answer";

/** The most rows of a table that are members of objects in the value; its own members are always there. */
const mostRows: Readonly<Record<Direction, number>> = { input: 50, answer: 25 };

/** The levels of objects in objects that are written out. */
const mostLevels = 3;

/** Tables of the members of bodies; what several operations have is worked out once. */
export class MemberTables {
  readonly #schemas: NamedSchemas;
  readonly #branches: TypeBranches;
  readonly #known = new Map<string, readonly string[]>();

  constructor(model: ApiModel) {
    this.#schemas = NamedSchemas.of(model);
    this.#branches = new TypeBranches(model.types);
  }

  /**
   * The lines of a table with the members of a value, those of objects in it below them as far as they fit; of a union,
   * those of each of its objects. Empty where there are none.
   */
  of(described: DescribedSchema, direction: Direction): readonly string[] {
    const name = referencedName(described.schema);
    if (name === undefined) return this.#lines(described, direction);
    const key = `${direction} ${name}`;
    const known = this.#known.get(key) ?? this.#lines(described, direction);
    this.#known.set(key, known);
    return known;
  }

  #lines({ schema, meaning }: DescribedSchema, direction: Direction): readonly string[] {
    const most = mostRows[direction];
    const rows = this.#rows({ schema, meaning }, "", []);
    if (rows.length > 0) return table(this.#withInner(rows, most), direction);
    const item = this.#item({ schema, meaning }, []);
    const [alternatives = []] = this.#merged(item.schema)?.alternatives ?? [];
    const described = alternatives.slice(0, mostAlternatives).map((one) => {
      const own = inlineSchema(one);
      return { meaning: own, rows: this.#rows({ schema: one, meaning: own }, "", []) };
    });
    return described.flatMap(({ meaning: one, rows: own }) =>
      own.length === 0
        ? []
        : [
            `Members of ${markdownCode(typeWords(one))}:`,
            "",
            ...table(this.#withInner(own, Math.floor(most / described.length)), direction),
          ],
    );
  }

  #merged(schema: Json): MergedSchema | undefined {
    return mergedSchema((reference) => this.#schemas.target(reference), schema);
  }

  #keywordsOf({ keywords, alternatives }: MergedSchema): JsonObject {
    const others = alternatives.flat().filter((one) => member(one, "type") !== "null");
    const [only] = others;
    if (only === undefined || others.length > 1) return keywords;
    return { ...this.#merged(only)?.keywords, ...keywords };
  }

  /** The rows of the members of an object, or of the objects in a list. */
  #rows(read: Read, prefix: string, within: readonly string[]): MemberRow[] {
    if (isScalar(read.schema)) return [];
    const item = this.#item(read, within);
    if (item.within === undefined) return [];
    const merged = this.#merged(item.schema);
    if (merged === undefined || merged.properties.size === 0) return [];
    const start = `${prefix}${item.suffix}`;
    const members = this.#branches.members(item.meaning);
    return [...merged.properties].flatMap(([name, property]): MemberRow[] => {
      const own = this.#merged(property);
      if (own === undefined || member(own.keywords, absentMember) === true) return [];
      return [
        {
          path: start === "" ? name : `${start}.${name}`,
          schema: property,
          meaning: members.get(name)?.schemas[0] ?? unknown,
          keywords: this.#keywordsOf(own),
          isRequired: merged.required.has(name),
          within: item.within ?? [],
        },
      ];
    });
  }

  /** What a list is of; `within` is left out where a schema would be written out in itself. */
  #item(
    read: Read,
    within: readonly string[],
  ): Read & { readonly suffix: string; readonly within: readonly string[] | undefined } {
    const names = [...within];
    let [{ schema, meaning }, suffix] = [read, ""];
    for (;;) {
      const name = referencedName(schema);
      if (name !== undefined && names.includes(name))
        return { schema, meaning, suffix, within: undefined };
      if (name !== undefined) names.push(name);
      const merged = this.#merged(schema);
      const items =
        merged && typesOf(merged.schemas)?.includes("array")
          ? member(merged.keywords, "items")
          : undefined;
      if (items === undefined || suffix.length > 4)
        return { schema, meaning, suffix, within: names };
      const arrays = this.#branches.of(meaning).flatMap((one) => (one.kind === "array" ? one : []));
      [schema, meaning, suffix] = [items, arrays[0]?.items ?? unknown, `${suffix}[]`];
    }
  }

  /** Rows with those of the objects in them, level by level, each whole or not at all. */
  #withInner(top: readonly MemberRow[], most: number): readonly MemberRow[] {
    let count = top.length;
    const below = new Map<MemberRow, readonly MemberRow[]>();
    let level = top;
    for (let depth = 1; depth < mostLevels && level.length > 0; depth += 1) {
      const next: MemberRow[] = [];
      for (const row of level) {
        if (count >= most) break;
        const inner = this.#rows(row, row.path, row.within);
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
}

const mostAlternatives = 6;

/** True of what has no members, as can be seen at once. */
const isScalar = (schema: Json): boolean =>
  ["string", "integer", "number", "boolean"].includes(String(member(schema, "type")));

function table(rows: readonly MemberRow[], direction: Direction): readonly string[] {
  const isInput = direction === "input";
  return [
    `| member | type | required |${isInput ? " bounds |" : ""} description |`,
    `|---|---|---|${isInput ? "---|" : ""}---|`,
    ...rows.map(({ path, schema, meaning, keywords, isRequired }) => {
      // What a name stands for is told once, in the list of schemas.
      const isTold = !isInput && aliasOf(schema) !== undefined;
      const cells = [
        markdownCode(path),
        markdownCode(typeWords(meaning)),
        isRequired ? "yes" : "",
        ...(isInput ? [boundsWords(keywords)] : []),
        isTold ? "" : descriptionOf(keywords),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
    "",
  ];
}

/** What a schema says of itself, in a cell: deprecated, its description, and what is open. */
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

import { member, type Json } from "@openapi-packages/description/json/json";
import { literal, literalKey } from "@openapi-packages/description/text/escape";
import { localName } from "@openapi-packages/description/names/names";
import {
  matchesPattern,
  planPattern,
  slowPatternCode,
} from "@openapi-packages/description/patterns/pattern-plan";
import type { CodePartBuilder } from "../code/code-part.ts";
import { block, functionText, when, type Statement } from "../code/statement.ts";
import { aliasOf, memberCode, type Target } from "../schema-reader.ts";
import type { TraitReader } from "@openapi-packages/description/model/unions/trait-reader";
import type { RuntimeValue } from "../../symbols/runtime-symbols.ts";
import { combinedReferences, type CombinedReferences } from "./combined-references.ts";
import { countsMembers } from "./counted-members.ts";
import {
  declaresAll,
  namedMembers,
  isSentWhole,
  type Declared,
  type DeclaredItems,
  type DeclaredMembers,
  type DeclaredReader,
} from "./declared-parts.ts";
import { tagChoice } from "./tag-choice.ts";
import { withoutAnnotations } from "@openapi-packages/description/json/annotation-keywords";

export type PickPart = CodePartBuilder<RuntimeValue<"/serialization">>;

/** The context of a {@link PartPicker}. */
export interface PickerContext {
  readonly part: PickPart;
  readonly reader: DeclaredReader;
  /** Reads the traits that tell alternatives apart. */
  readonly traits: TraitReader;
  /** Returns the name of the function for a referenced schema. */
  readonly reference: (reference: string) => string;
  /** Returns the name of the function for a combination of named schemas. */
  readonly combination: (combined: CombinedReferences) => string;
  readonly target: Target;
}

/**
 * How the declared parts of a value are picked: the whole value, by a function call, or item by
 * item.
 */
type Picking =
  "all" | { readonly call: string; readonly isHelper?: true } | { readonly each: Picking };

/** The place of a schema within a function, as words for names. */
interface Place {
  readonly functionName: string;
  readonly words: readonly string[];
}

const below = ({ functionName, words }: Place, word: string): Place => ({
  functionName,
  words: [...words, word],
});

/** Returns the name for the function of a place. */
const nameOf = ({ functionName, words }: Place): string =>
  words.length === 0 ? functionName : `${functionName}$${localName(words.join(" "))}`;

/** The most nested lists in one function: formatters take twice as long for each further one. */
const mostLists = 3;

const listsWithin = (picking: Picking): number =>
  typeof picking === "object" && "each" in picking ? 1 + listsWithin(picking.each) : 0;

/** Keywords by which a schema may refer to itself. */
const combining = ["$ref", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"];

/** Writes the functions of one code part. Each copies the declared parts of an object or a list. */
export class PartPicker {
  readonly #context: PickerContext;
  /** Maps a schema, as JSON, to its function. */
  readonly #functions = new Map<string, string>();

  constructor(context: PickerContext) {
    this.#context = context;
  }

  /**
   * Returns the function for a schema; `undefined` if values are sent unchanged.
   *
   * @param wanted the name of a new function
   */
  functionFor(schema: Json, wanted: string): string | undefined {
    const picking = this.#picking(schema, { functionName: wanted, words: [] });
    if (picking === "all") return undefined;
    if ("call" in picking && picking.isHelper !== true) return picking.call;
    return this.#declare(wanted, picking);
  }

  /** Declares the function for a schema under the given name, even if values are sent unchanged. */
  declare(name: string, schema: Json): void {
    const picking = this.#picking(schema, { functionName: name, words: [] });
    const isDeclared = typeof picking === "object" && "call" in picking && picking.call === name;
    if (!isDeclared) this.#declare(name, picking);
  }

  /** Declares the function for a combination of named schemas. */
  declareCombination(name: string, schema: Json): void {
    const declared = this.#context.reader.of(schema);
    this.#functionOf(schema, declared, { functionName: name, words: [] });
  }

  #declare(wanted: string, picking: Picking): string {
    const body = [`return ${this.#code(picking, "value")};`];
    return this.#context.part.function(wanted, (name) => functionText(name, ["value"], body));
  }

  #picking(given: Json, place: Place): Picking {
    const schema = withoutAnnotations(given);
    const { part, reader } = this.#context;
    const reference = aliasOf(schema);
    if (reference !== undefined) return { call: this.#context.reference(reference) };
    const combined = combinedReferences(schema, reader);
    if (combined !== undefined && combined.references.length > 0)
      return { call: this.#context.combination(combined) };
    const declared = reader.of(schema);
    const { members, items } = declared;
    if (declaresAll(declared)) return "all";
    if (members === undefined && items === undefined)
      return { call: part.use("primitive"), isHelper: true };
    const isPlain = combining.every((keyword) => member(schema, keyword) === undefined);
    if (members === undefined && items?.prefix.length === 0 && isPlain) {
      const item = this.#picking(items.rest, below(place, "item"));
      if (item !== "all") return this.#listPicking(item, below(place, "item"));
    }
    return { call: this.#functionOf(schema, declared, place) };
  }

  #listPicking(item: Picking, place: Place): Picking {
    const { part } = this.#context;
    const isPrimitive = typeof item === "object" && "call" in item && item.call === "primitive";
    if (isPrimitive) return { call: part.use("primitives"), isHelper: true };
    return {
      each: listsWithin(item) < mostLists ? item : { call: this.#declare(nameOf(place), item) },
    };
  }

  #functionOf(schema: Json, declared: Declared, place: Place): string {
    const key = JSON.stringify(schema);
    const known = this.#functions.get(key);
    if (known !== undefined) return known;
    return this.#context.part.function(nameOf(place), (name) => {
      this.#functions.set(key, name);
      return functionText(name, ["given"], this.#statements(schema, declared, place));
    });
  }

  /** Returns code that picks the declared parts of a value. */
  #code(picking: Picking, value: string): string {
    if (picking === "all") return value;
    if ("call" in picking) return `${picking.call}(${value})`;
    return `${this.#context.part.use("list")}(${value}, ${this.#functionCode(picking.each)})`;
  }

  /** Returns code of a function that picks the declared parts of its argument. */
  #functionCode(picking: Picking): string {
    if (typeof picking === "object" && "call" in picking) return picking.call;
    return `(value) => ${this.#code(picking, "value")}`;
  }

  #picked(schema: Json, place: Place, value: string): string {
    return this.#code(this.#picking(schema, place), value);
  }

  #statements(schema: Json, { members, items }: Declared, place: Place): Statement[] {
    const { part } = this.#context;
    const value = `const value = ${part.use("sent")}(given);`;
    const list = items === undefined ? [] : this.#listStatements(items, place);
    if (members === undefined) return [value, ...list, `return ${part.use("emptied")}(value);`];
    if (isSentWhole(members)) return [value, ...list, "return value;"];
    const other = items === undefined ? `${part.use("emptied")}(value)` : "value";
    return [
      value,
      ...list,
      ...when(`!${part.use("isObject")}(value)`, [`return ${other};`]),
      ...this.#choiceStatements(schema, place),
      ...this.#memberStatements(schema, members, place),
    ];
  }

  #listStatements({ prefix, rest }: DeclaredItems, place: Place): Statement[] {
    const all = this.#picking(rest, below(place, "item"));
    if (prefix.length === 0 && all === "all")
      return when("Array.isArray(value)", ["return value;"]);
    const cases = prefix.map((item, index) => {
      const code = this.#picked(item, below(place, `item ${index}`), "item");
      return `index === ${index} ? ${code} : `;
    });
    const parameters = prefix.length === 0 ? "item" : "item, index";
    const code = `${cases.join("")}${this.#code(all, "item")}`;
    return when("Array.isArray(value)", [`return value.map((${parameters}) => ${code});`]);
  }

  /** Picks by the alternative that the tag selects, so that members of the others are not sent. */
  #choiceStatements(schema: Json, place: Place): Statement[] {
    const choice = tagChoice(schema, this.#context);
    if (choice === undefined) return [];
    const { property, branches, otherwise } = choice;
    const cases = branches.map(({ values, chosen }) => {
      const labels = values.map((value) => `case ${literal(value)}:`).join(" ");
      return `${labels} return ${this.#picked(chosen, below(place, values.join(" ")), "value")};`;
    });
    if (otherwise !== undefined)
      cases.push(`default: return ${this.#picked(otherwise, below(place, "other"), "value")};`);
    return block(`switch (${this.#member(property)})`, cases);
  }

  #memberStatements(schema: Json, members: DeclaredMembers, place: Place): Statement[] {
    const { part, target } = this.#context;
    const named = namedMembers(members);
    const isNever = (name: string): boolean =>
      [...members.patterns].some(
        ([pattern, own]) => own === false && matchesPattern(planPattern(pattern), name) !== false,
      );
    const sent = [...named].flatMap(([name, own]): [string, string][] =>
      own === false || isNever(name)
        ? []
        : [[name, this.#picked(own, below(place, name), this.#member(name))]],
    );
    const isListed = members.patterns.size === 0 && members.rest === undefined && !members.isOpen;
    // JSON omits members that are `undefined`, so a literal with all names is enough.
    if (isListed && !countsMembers(schema, target))
      return ["return {", ...sent.map(([name, code]) => `  ${literalKey(name)}: ${code},`), "};"];
    const set = sent.flatMap(([name, code]) => [
      `member = ${code};`,
      ...when("member !== undefined", [
        `${part.use("setMember")}(members, ${literal(name)}, member);`,
      ]),
    ]);
    return [
      "const members = {};",
      ...(sent.length > 0 ? ["let member;"] : []),
      ...set,
      ...(isListed ? [] : this.#otherMemberStatements(members, named, place)),
      "return members;",
    ];
  }

  #otherMemberStatements(
    { patterns, rest, isOpen }: DeclaredMembers,
    named: ReadonlyMap<string, Json>,
    place: Place,
  ): Statement[] {
    const { part } = this.#context;
    const set = (code: string): string => `${part.use("setMember")}(members, key, ${code});`;
    const pick = (schema: Json): string =>
      set(this.#picked(schema, below(place, "member"), "value[key]"));
    const constant = (kind: string, code: string): string => {
      const words = localName([...place.words, kind].join(" "));
      return part.constant(`${place.functionName}$${words}`, code);
    };
    const names = (): string => constant("names", `new Set(${literal([...named.keys()])})`);
    const skipped = named.size === 0 ? [] : [`if (${names()}.has(key)) continue;`];
    const neverFirst = [...patterns].toSorted(
      ([, one], [, other]) => +(one !== false) - +(other !== false),
    );
    const matched = neverFirst.flatMap(([pattern, own]) => {
      const plan = planPattern(pattern);
      const code = plan.isLinear
        ? `new RegExp(${literal(pattern)}, "u")`
        : slowPatternCode(part.use("slowPattern"), plan);
      const expression = constant("pattern", code);
      return when(`${expression}.test(key)`, [...(own === false ? [] : [pick(own)]), "continue;"]);
    });
    if (rest === false && matched.length === 0) return [];
    const others = (): string[] => {
      if (rest === undefined) return isOpen ? [set("value[key]")] : [];
      return rest === false ? [] : [pick(isOpen ? { anyOf: [true, rest] } : rest)];
    };
    return block("for (const key of Object.keys(value))", [...skipped, ...matched, ...others()]);
  }

  /** Returns code that reads an own member. */
  #member(name: string): string {
    return memberCode("value", name, () => this.#context.part.use("getMember"));
  }
}

import { isObject, member, stringMember, type Json, type JsonObject } from "../../json.ts";
import { literal, propertyKey } from "../../escape.ts";
import { CodeModule, type CodeSchema } from "../code-module.ts";
import { CodeWriter } from "../validators/code-writer.ts";
import { countsMembers } from "./counted-members.ts";
import { KeptReader, type KeptItems, type KeptMembers, type KeptParts } from "./kept-parts.ts";
import { withoutAnnotations } from "./said-schema.ts";
import { taggedUnion } from "./tagged-union.ts";

/** The names of helpers that serializers call; see `serialization` of the runtime. */
export type Helper = "getMember" | "list" | "primitive" | "primitives" | "sent" | "setMember";

/** Code that makes, of code for a value, code for what of it is sent. */
type Keep = (value: string) => string;

const whole: Keep = (value) => value;

/**
 * The module that serializers are written into: a function for each form of objects and lists, which
 * copies what the description declares of a value and nothing else.
 */
export class KeepModule extends CodeModule<Helper> {
  readonly #reader: KeptReader;
  readonly #functions = new Map<string, string>();
  readonly #references = new Map<string, Keep>();
  readonly #names = new Set<string>();
  readonly #queue: (() => void)[] = [];

  /** @param schemas the schemas with a name, by the pointers that references to them have */
  constructor(schemas: ReadonlyMap<string, CodeSchema>) {
    super(schemas);
    this.#reader = new KeptReader((reference) => this.target(reference));
  }

  /** The function that gives what of a value is sent; `undefined` where that is all of it. */
  function(schema: Json, name: string): string | undefined {
    const keep = this.#keep(schema, name);
    for (let write = this.#queue.shift(); write !== undefined; write = this.#queue.shift()) write();
    return keep === whole ? undefined : functionOf(keep);
  }

  #keep(given: Json, hint: string): Keep {
    const schema = withoutAnnotations(given);
    const reference = aliasOf(schema);
    if (reference === undefined) return this.#keepOf(schema, hint);
    const known = this.#references.get(reference);
    if (known !== undefined) return known;
    const keep = this.#keepOf(schema, hint);
    this.#references.set(reference, keep);
    return keep;
  }

  #keepOf(schema: Json, hint: string): Keep {
    const parts = this.#reader.of(schema);
    const { members, items } = parts;
    if (members === undefined && items === undefined) return calling(this.use("primitive"));
    if (isWhole(parts)) return whole;
    if (members === undefined && this.#isOfPrimitives(items))
      return calling(this.use("primitives"));
    const isList = members === undefined && items?.prefix.length === 0;
    // What refers to others may come back to itself, for which it takes a function.
    const isPlain = combining.every((keyword) => member(schema, keyword) === undefined);
    if (isList && isPlain && !isAnything(items.rest)) return this.#list(items.rest, hint);
    const key = JSON.stringify(schema);
    return calling(this.#functions.get(key) ?? this.#want(schema, parts, key, hint));
  }

  /** Lists of texts, numbers and the like need no copy, if nothing else is in them. */
  #isOfPrimitives(items: KeptItems | undefined): boolean {
    if (items === undefined || items.prefix.length > 0) return false;
    const { members, items: lists } = this.#reader.of(items.rest);
    return members === undefined && lists === undefined;
  }

  #list(items: Json, hint: string): Keep {
    const list = this.use("list");
    const keep = functionOf(this.#keep(items, `${hint}_item`));
    return (value) => `${list}(${value}, ${keep})`;
  }

  #want(schema: Json, parts: KeptParts, key: string, hint: string): string {
    const named = this.named(aliasOf(schema) ?? "")?.name;
    const words = (named ?? hint).replace(/[^\w$]/g, "_").slice(0, longestName);
    const stem = `keep${words.charAt(0).toUpperCase()}${words.slice(1)}`;
    let name = stem;
    for (let count = 2; this.#names.has(name); count += 1) name = `${stem}_${count}`;
    this.#names.add(name);
    this.#functions.set(key, name);
    this.#queue.push(() => this.#write(name, schema, parts));
    return name;
  }

  #write(name: string, schema: Json, { members, items }: KeptParts): void {
    const code = new CodeWriter();
    const stem = name.slice("keep".length);
    code.block(`function ${name}(given) {`, () => {
      code.line(`const value = ${this.use("sent")}(given);`);
      code.line(`if (typeof value !== "object" || value === null) return value;`);
      if (items === undefined) code.line("if (Array.isArray(value)) return [];");
      else if (items.prefix.length > 0) this.#writeTuple(code, items, stem);
      else {
        const keep = this.#keep(items.rest, `${stem}Item`);
        const list = keep === whole ? "value" : `value.map((item) => ${keep("item")})`;
        code.line(`if (Array.isArray(value)) return ${list};`);
      }
      if (members === undefined) code.line("return {};");
      else if (saysNothing(members)) code.line("return value;");
      else {
        this.#writeChoice(code, schema, stem);
        this.#writeMembers(code, schema, members, stem);
      }
    });
    this.write(name, code.text);
  }

  #writeTuple(code: CodeWriter, { prefix, rest }: KeptItems, stem: string): void {
    const items = prefix.map((item, index) => this.#keep(item, `${stem}${index}`)("item"));
    const last = this.#keep(rest, `${stem}Item`)("item");
    code.block("if (Array.isArray(value)) {", () => {
      const cases = items.map((item, index) => `index === ${index} ? ${item} : `).join("");
      code.line(`return value.map((item, index) => ${cases}${last});`);
    });
  }

  /** What the alternatives that a value is not of declare is not sent. */
  #writeChoice(code: CodeWriter, schema: Json, stem: string): void {
    const union = taggedUnion(
      schema,
      (reference) => this.target(reference),
      (one) => this.#reader.of(one),
    );
    if (union === undefined) return;
    code.block(`switch (${this.#member(union.property)}) {`, () => {
      for (const { values, chosen } of union.branches) {
        const cases = values.map((value) => `case ${literal(value)}:`).join(" ");
        code.line(`${cases} return ${this.#keep(chosen, `${stem}_${values[0]}`)("value")};`);
      }
    });
  }

  /** A member, own or none. */
  #member(name: string): string {
    if (inherited.has(name)) return `${this.use("getMember")}(value, ${literal(name)})`;
    const key = propertyKey(name);
    return key.startsWith('"') ? `value[${key}]` : `value.${key}`;
  }

  #writeMembers(code: CodeWriter, schema: Json, members: KeptMembers, stem: string): void {
    const { patterns, rest, isOpen } = members;
    const named = withRequired(members);
    const sent = [...named].flatMap(([name, own]): [string, string][] =>
      own === false ? [] : [[name, this.#keep(own, `${stem}_${name}`)(this.#member(name))]],
    );
    const isListed = patterns.size === 0 && rest === undefined && !isOpen;
    // JSON has no members without a value, so that they need not be left out of an object for it.
    if (isListed && !countsMembers(schema, (reference) => this.target(reference))) {
      const lines = (): void => {
        for (const [name, value] of sent) code.line(`${ownKey(name)}: ${value},`);
      };
      code.block("return {", lines, "};");
      return;
    }
    code.line("const members = {};");
    if (sent.length > 0) code.line("let member;");
    for (const [name, value] of sent) {
      code.line(`member = ${value};`);
      const set = `${this.use("setMember")}(members, ${literal(name)}, member)`;
      code.line(`if (member !== undefined) ${set};`);
    }
    if (!isListed) this.#writeOthers(code, members, stem);
    code.line("return members;");
  }

  #writeOthers(code: CodeWriter, members: KeptMembers, stem: string): void {
    const { patterns, rest, isOpen } = members;
    const named = withRequired(members);
    const set = (keep: Keep): string =>
      `${this.use("setMember")}(members, key, ${keep("value[key]")});`;
    const hint = `${stem}Member`;
    code.block("for (const key of Object.keys(value)) {", () => {
      if (named.size > 0) {
        const names = this.constant("names", `new Set(${literal([...named.keys()])})`);
        code.line(`if (${names}.has(key)) continue;`);
      }
      for (const [pattern, own] of patterns) {
        const expression = this.constant("pattern", `new RegExp(${literal(pattern)}, "u")`);
        const opening = `if (${expression}.test(key)) {`;
        code.block(opening, () => {
          if (own !== false) code.line(set(this.#keep(own, hint)));
          code.line("continue;");
        });
      }
      if (isOpen) code.line(set(whole));
      else if (rest !== undefined) code.line(set(this.#keep(rest, hint)));
    });
  }
}

/** What a schema refers to that is nothing but a reference. */
function aliasOf(schema: Json): string | undefined {
  const reference = stringMember(schema, "$ref");
  return reference !== undefined && Object.keys(schema as JsonObject).length === 1
    ? reference
    : undefined;
}

const combining = ["$ref", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"];

/** Members by name, those included that are demanded and not described. */
function withRequired({ named, patterns, rest, required }: KeptMembers): Map<string, Json> {
  const others = patterns.size > 0 || rest !== undefined ? [] : [...required];
  const unnamed = others.filter((name) => !named.has(name));
  return new Map([...named, ...unnamed.map((name): [string, Json] => [name, true])]);
}

const longestName = 80;

/** Names that every object inherits something for. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Written plainly, this one name sets a prototype. */
const ownKey = (name: string): string =>
  name === "__proto__" ? '["__proto__"]' : propertyKey(name);

const calling =
  (name: string): Keep =>
  (value) =>
    `${name}(${value})`;

/** Code for the function that code calls with a value. */
function functionOf(keep: Keep): string {
  const call = keep("value");
  return call.endsWith("(value)") ? call.slice(0, -"(value)".length) : `(value) => ${call}`;
}

const saysNothing = ({ named, patterns, rest, isOpen }: KeptMembers): boolean =>
  isOpen && named.size + patterns.size === 0 && rest === undefined;

/** Whether nothing is left out of any value. */
function isWhole({ members, items }: KeptParts): boolean {
  if (members === undefined || items === undefined) return false;
  const { named, patterns, rest, isOpen } = members;
  const isFree = named.size + patterns.size === 0 && (isOpen || isAnything(rest));
  return isFree && items.prefix.length === 0 && isAnything(items.rest);
}

function isAnything(schema: Json | undefined): boolean {
  if (schema === true) return true;
  const said = schema === undefined ? undefined : withoutAnnotations(schema);
  return isObject(said) && Object.keys(said).length === 0;
}

import { literal } from "../../escape.ts";
import {
  arrayMember,
  isObject,
  member,
  objectMember,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { isConverted, markOf } from "../../model/conversions/mark-dates.ts";
import { reachableNames, reversed } from "../../model/schema-references.ts";
import { typesWithin } from "../../model/types/types-within.ts";
import { unionShape } from "../../model/types/union-shape.ts";
import { schemaTypeName } from "../../names.ts";
import { referencedName } from "../../subschemas.ts";
import { ClashFinder, type Clash } from "./find-clash.ts";
import { areApart, TypeBranches } from "./type-branches.ts";
import { branchTest } from "./branch-test.ts";

/** A place at which no codec can be right, since nobody can tell whether a text is to be converted. */
export interface AmbiguousConversion extends Clash {
  /** The named schema in which it is; `undefined` outside of all. */
  readonly schema: string | undefined;
}

/**
 * Compiles decoders from types, so that a value is what its type says: ECMAScript of functions that change a
 * value in its place and give it back.
 */
export class CodecCompiler {
  readonly ambiguous: AmbiguousConversion[] = [];
  /** The functions of named types as expressions, by their names. */
  readonly functions = new Map<string, string>();
  /** The functions of the runtime that they call. */
  readonly helpers = new Set<string>();
  readonly #types: JsonObject;
  readonly #branches: TypeBranches;
  readonly #converting: ReadonlySet<string>;
  /** The named type that is being compiled. */
  #owner: string | undefined;

  /** @param types the types of named schemas, in the forms of `typeSchema` */
  constructor(types: JsonObject) {
    this.#types = types;
    this.#branches = new TypeBranches(types);
    this.#converting = convertingNames(types);
  }

  /** The decoder of a type as an expression; `undefined` where it has nothing to convert. */
  decoder(shape: Json | undefined): string | undefined {
    if (!isObject(shape) || !this.#converts(shape)) return undefined;
    const name = referencedName(shape);
    if (name !== undefined) return this.#named(name);
    if (isConverted(shape)) return this.#use("date");
    if (shape["anyOf"] !== undefined) return this.#union(shape);
    if (shape["allOf"] !== undefined) return this.#all(arrayMember(shape, "allOf"));
    switch (shape["type"]) {
      case "list":
        return `(value) => ${this.#items("value", shape)}`;
      case "tuple":
        return `(value) => ${this.#items("value", shape)}`;
      case "with-required":
        return this.decoder(shape["schema"]);
      default:
        return this.#object(shape);
    }
  }

  /** The decoder of an object with some members as an expression; `undefined` where none has anything to convert. */
  membersDecoder(members: readonly (readonly [name: string, shape: Json])[]): string | undefined {
    const lines = this.#memberLines(members);
    return lines.length === 0 ? undefined : this.#inObject(lines);
  }

  #converts(shape: Json | undefined): boolean {
    if (shape === undefined) return false;
    return typesWithin(shape).some((one) => {
      const name = referencedName(one);
      return name === undefined ? isConverted(one) : this.#converting.has(name);
    });
  }

  #use(helper: string): string {
    this.helpers.add(helper);
    return helper;
  }

  #named(name: string): string {
    const own = `decode$${schemaTypeName(name)}`;
    if (this.functions.has(own)) return own;
    // A type may lead back to itself.
    this.functions.set(own, "");
    const owner = this.#owner;
    this.#owner = name;
    const decoder = this.decoder(member(this.#types, name)) ?? "(value) => value";
    this.#owner = owner;
    // What is declared further down is there when it is called.
    const text = isName(decoder) ? `(value) => ${decoder}(value)` : decoder;
    this.functions.set(own, text);
    return own;
  }

  #object(shape: JsonObject): string {
    const properties = Object.entries(objectMember(shape, "properties") ?? {});
    const but = literal(properties.map(([name]) => name));
    const index = arrayMember(shape, "index").flatMap((entry) => {
      const decoder = this.decoder(member(entry, "others") ?? member(entry, "schema"));
      const prefix = literal(stringMember(entry, "prefix") ?? "");
      return decoder === undefined
        ? []
        : [`${this.#use("others")}(value, ${prefix}, ${but}, ${decoder});`];
    });
    return this.#inObject([...this.#memberLines(properties), ...index]);
  }

  #memberLines(members: readonly (readonly [name: string, shape: Json])[]): string[] {
    return members.flatMap(([name, shape]) => {
      const decoder = this.decoder(shape);
      return decoder === undefined
        ? []
        : [`${this.#use("at")}(value, ${literal(name)}, ${decoder});`];
    });
  }

  #inObject(lines: readonly string[]): string {
    if (lines.length === 0) return "(value) => value";
    return `(value) => { if (${this.#use("isObject")}(value)) { ${lines.join(" ")} } return value; }`;
  }

  #items(value: string, shape: JsonObject): string {
    const prefix = arrayMember(shape, "prefix").map((one) => this.decoder(one) ?? "null");
    const rest = this.decoder(shape["type"] === "list" ? shape["items"] : shape["rest"]);
    const more = rest === undefined ? "" : `, ${rest}`;
    return `${this.#use("items")}(${value}, [${prefix.join(", ")}]${more})`;
  }

  /** What several types say of one value is done one after the other: a value is converted but once. */
  #all(parts: readonly Json[]): string {
    this.#refuseClashes(parts, true);
    const decoders = parts.flatMap((part) => this.decoder(part) ?? []);
    return `(value) => ${decoders.reduce((value, decoder) => this.#called(decoder, value), "value")}`;
  }

  #called(decoder: string, value: string): string {
    return isName(decoder) ? `${decoder}(${value})` : `(${decoder})(${value})`;
  }

  #refuseClashes(shapes: readonly Json[], isOne: boolean): void {
    const finder = new ClashFinder(this.#branches);
    for (const [index, first] of shapes.entries()) {
      for (const second of shapes.slice(index + 1)) {
        if (!this.#converts(first) && !this.#converts(second)) continue;
        const clashes = finder.between(first, second, isOne);
        this.ambiguous.push(...clashes.map((one) => ({ schema: this.#owner, ...one })));
      }
    }
  }

  #union(shape: JsonObject): string {
    const branches = this.#branches.of(shape);
    const statements = [
      ...this.#dates(branches),
      ...this.#lists(branches.filter((one) => this.#isOnly(one, "list"))),
      ...this.#objects(branches.filter((one) => !isConverted(one) && this.#has(one, "object"))),
    ];
    return `(value) => { ${statements.join(" ")} return value; }`;
  }

  #has(shape: Json, kind: "object" | "list" | "text"): boolean {
    return this.#branches.kinds(shape).includes(kind);
  }

  #isOnly(shape: Json, kind: "list"): boolean {
    return this.#has(shape, kind) && !this.#has(shape, "object");
  }

  /** A text that may be either is converted where it reads as a date. */
  #dates(branches: readonly Json[]): string[] {
    if (!branches.some(isConverted)) return [];
    const others = new Set(
      branches.filter((one) => !isConverted(one)).flatMap((one) => this.#branches.kinds(one)),
    );
    if (others.has("text"))
      return [`if (typeof value === "string") return ${this.#use("dateOrOther")}(value);`];
    const kinds = literal([...others].toSorted());
    return [`if (!${this.#use("isOf")}(value, ${kinds})) return ${this.#use("date")}(value);`];
  }

  #lists(branches: readonly Json[]): string[] {
    const [only] = branches;
    if (!branches.some((one) => this.#converts(one)) || !isObject(only)) return [];
    this.#refuseClashes(branches, false);
    const areLists = branches.every((one) => member(one, "type") === "list");
    if (!areLists && branches.length > 1) {
      const marks = branches.flatMap((one) => this.#marksWithin(one));
      this.ambiguous.push({ schema: this.#owner, at: "", marks });
    }
    const shape = areLists
      ? { type: "list", items: unionShape(branches.map((one) => member(one, "items") ?? true)) }
      : only;
    return [`if (Array.isArray(value)) return ${this.#items("value", shape)};`];
  }

  /** The marks of all that a type converts, at whatever depth. */
  #marksWithin(shape: Json, seen = new Set<string>()): number[] {
    return typesWithin(shape).flatMap((one) => {
      if (isConverted(one)) return [markOf(one)];
      const name = referencedName(one);
      if (name === undefined || seen.has(name)) return [];
      seen.add(name);
      return this.#marksWithin(this.#branches.named(name), seen);
    });
  }

  #objects(branches: readonly Json[]): string[] {
    const converting = branches.filter((one) => this.#converts(one));
    if (converting.length === 0) return [];
    if (branches.length > 1) this.#refuseClashes(branches, false);
    return this.#areApart(branches) ? this.#told(branches, converting) : this.#tried(branches);
  }

  #areApart(branches: readonly Json[]): boolean {
    const members = branches.map((one) => this.#branches.members(one));
    return members.every((own, index) =>
      members.slice(index + 1).every((other) => areApart(own, other)),
    );
  }

  /**
   * Of branches that fit as far as one can see, one may find something else than a date-time further down: it is
   * another one's then, unless it is so of all.
   */
  #tried(branches: readonly Json[]): string[] {
    const tries = branches.map((one) => {
      const test = branchTest(this.#branches, one, branches);
      for (const helper of test?.helpers ?? []) this.#use(helper);
      const decoder = this.decoder(one) ?? "null";
      return `[${test?.code ?? "true"}, ${decoder}]`;
    });
    const either = `${this.#use("either")}(value, [${tries.join(", ")}])`;
    return [`if (${this.#use("isObject")}(value)) ${either};`];
  }

  /** What is done to values whose branches a member tells apart. */
  #told(branches: readonly Json[], converting: readonly Json[]): string[] {
    const tests = converting.map((one) => {
      const test = branchTest(this.#branches, one, branches);
      for (const helper of test?.helpers ?? []) this.#use(helper);
      return test?.code ?? "true";
    });
    // All are looked at before the first of them changes the value.
    const calls = converting.map((one, index) => {
      const call = this.#called(this.decoder(one) ?? "", "value");
      return tests.length === 1 && tests[0] === "true" ? `${call};` : `if (fits${index}) ${call};`;
    });
    const isPlain = tests.length === 1 && tests[0] === "true";
    const constants = isPlain ? [] : tests.map((test, index) => `const fits${index} = ${test};`);
    return [`if (${this.#use("isObject")}(value)) { ${[...constants, ...calls].join(" ")} }`];
  }
}

const isName = (code: string): boolean => /^[\p{ID_Continue}$]+$/u.test(code);

/** The names of types in which anything is converted, at whatever depth. */
function convertingNames(types: JsonObject): Set<string> {
  const references = new Map<string, Set<string>>();
  const own: string[] = [];
  for (const [name, type] of Object.entries(types)) {
    const contained = typesWithin(type);
    references.set(name, new Set(contained.flatMap((one) => referencedName(one) ?? [])));
    if (contained.some(isConverted)) own.push(name);
  }
  return reachableNames(own, reversed(references));
}

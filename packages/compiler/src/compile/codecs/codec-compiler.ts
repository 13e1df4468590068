import { literal } from "@openapi-packages/description/text/escape";
import { reachableNames, reversed } from "@openapi-packages/description/model/schema-references";
import {
  isBigInt,
  typedSchema,
  type AdditionalProperties,
  type ArraySchema,
  type ComponentSchemas,
  type ObjectSchema,
  type Schema,
  type TupleSchema,
  type UnionSchema,
} from "@openapi-packages/description/model/schema/schema";
import {
  referencesOf,
  schemasWithin,
} from "@openapi-packages/description/model/schema/schemas-within";
import { areApart } from "@openapi-packages/description/model/unions/traits";
import { unionOf } from "@openapi-packages/description/model/schema/union-of";
import { schemaTypeName } from "@openapi-packages/description/names/names";
import { ClashFinder, type Clash, type Converted } from "./find-clash.ts";
import { TypeBranches } from "./type-branches.ts";
import { branchTest } from "./branch-test.ts";

/** A place where no codec can decide whether a value is converted. */
export interface AmbiguousConversion extends Clash {
  /** The named schema that contains the place; `undefined` outside of named schemas. */
  readonly schema: string | undefined;
}

/** The name of an object's member and its schema. */
type Member = readonly [name: string, schema: Schema];

/**
 * Compiles schemas to decoders: ECMAScript functions that convert a JSON value in place to the
 * value of its type, and return it.
 */
export class CodecCompiler {
  readonly ambiguous: AmbiguousConversion[] = [];
  /** Maps the name of each named type's decoder to its code. */
  readonly functions = new Map<string, string>();
  /** The runtime helpers that the decoders call. */
  readonly helpers = new Set<string>();
  readonly #branches: TypeBranches;
  readonly #converting: ReadonlySet<string>;
  readonly #withBigInts: ReadonlySet<string>;
  /** The named type being compiled. */
  #owner: string | undefined;

  /** @param schemas the components */
  constructor(schemas: ComponentSchemas) {
    this.#branches = new TypeBranches(schemas);
    this.#converting = namesWith(schemas, isConverted);
    this.#withBigInts = namesWith(schemas, isBigInt);
  }

  /**
   * Returns the decoder of a schema as an expression; `undefined` if the schema converts nothing.
   */
  decoder(schema: Schema): string | undefined {
    if (!this.#converts(schema)) return undefined;
    switch (schema.kind) {
      case "reference":
        return this.#named(schema.name);
      case "date":
        return this.#use("date");
      case "union":
        return this.#union(schema);
      case "intersection":
        return this.#all(schema.parts);
      case "array":
      case "tuple":
        return `(value) => ${this.#items("value", schema)}`;
      case "required":
        return this.decoder(schema.schema);
      case "object":
        return this.#object(schema);
      case "unknown":
      case "impossible":
      case "null":
      case "boolean":
      case "string":
      case "binary":
      case "enum":
        return undefined;
      case "number":
        return isBigInt(schema) ? this.#use("int64") : undefined;
    }
  }

  /**
   * Returns the decoder of an object with these members as an expression; `undefined` if none of
   * them converts anything.
   */
  membersDecoder(members: readonly Member[]): string | undefined {
    const lines = this.#memberLines(members);
    return lines.length === 0 ? undefined : this.#inObject(lines);
  }

  /** True if values of a schema may contain a `bigint`, at any depth. */
  hasBigInt(schema: Schema): boolean {
    return schemasWithin(schema).some(
      (one) => isBigInt(one) || (one.kind === "reference" && this.#withBigInts.has(one.name)),
    );
  }

  #converts(schema: Schema): boolean {
    return schemasWithin(schema).some(
      (one) => isConverted(one) || (one.kind === "reference" && this.#converting.has(one.name)),
    );
  }

  #use(helper: string): string {
    this.helpers.add(helper);
    return helper;
  }

  #named(name: string): string {
    const own = `decode$${schemaTypeName(name)}`;
    if (this.functions.has(own)) return own;
    // Registers the name first: a type may refer to itself.
    this.functions.set(own, "");
    const owner = this.#owner;
    this.#owner = name;
    const decoder = this.decoder(this.#branches.named(name)) ?? "(value) => value";
    this.#owner = owner;
    // Wraps a name in a function: the decoder may be declared further down.
    const text = isName(decoder) ? `(value) => ${decoder}(value)` : decoder;
    this.functions.set(own, text);
    return own;
  }

  #object({ properties, additional }: ObjectSchema): string {
    const lines = additional.flatMap((one) => this.#additionalLine(one, properties));
    const members = properties.map(({ name, schema }) => [name, schema] as const);
    return this.#inObject([...this.#memberLines(members), ...lines]);
  }

  #additionalLine(
    additional: AdditionalProperties,
    properties: ObjectSchema["properties"],
  ): string[] {
    const decoder = this.decoder(typedSchema(additional));
    if (decoder === undefined) return [];
    const declared = literal(properties.map(({ name }) => name));
    return [
      `${this.#use("others")}(value, ${literal(additional.prefix)}, ${declared}, ${decoder});`,
    ];
  }

  #memberLines(members: readonly Member[]): string[] {
    return members.flatMap(([name, schema]) => {
      const decoder = this.decoder(schema);
      return decoder === undefined
        ? []
        : [`${this.#use("at")}(value, ${literal(name)}, ${decoder});`];
    });
  }

  #inObject(lines: readonly string[]): string {
    if (lines.length === 0) return "(value) => value";
    return `(value) => { if (${this.#use("isObject")}(value)) { ${lines.join(" ")} } return value; }`;
  }

  #items(value: string, schema: ArraySchema | TupleSchema): string {
    const prefixItems = schema.kind === "tuple" ? schema.prefixItems : [];
    const prefix = prefixItems.map((one) => this.decoder(one) ?? "null");
    const rest = schema.items && this.decoder(schema.items);
    const more = rest === undefined ? "" : `, ${rest}`;
    return `${this.#use("items")}(${value}, [${prefix.join(", ")}]${more})`;
  }

  /** Applies all decoders in turn. A decoder leaves a converted date unchanged. */
  #all(parts: readonly Schema[]): string {
    this.#refuseClashes(parts, true);
    const decoders = parts.flatMap((part) => this.decoder(part) ?? []);
    return `(value) => ${decoders.reduce((value, decoder) => this.#called(decoder, value), "value")}`;
  }

  #called(decoder: string, value: string): string {
    return isName(decoder) ? `${decoder}(${value})` : `(${decoder})(${value})`;
  }

  #refuseClashes(schemas: readonly Schema[], isOne: boolean): void {
    const finder = new ClashFinder(this.#branches);
    for (const [index, first] of schemas.entries()) {
      for (const second of schemas.slice(index + 1)) {
        if (!this.#converts(first) && !this.#converts(second)) continue;
        const clashes = finder.between(first, second, isOne);
        this.ambiguous.push(...clashes.map((one) => ({ schema: this.#owner, ...one })));
      }
    }
  }

  #union(schema: UnionSchema): string {
    const branches = this.#branches.of(schema);
    const statements = [
      ...this.#dates(branches),
      ...this.#bigInts(branches),
      ...this.#lists(branches.filter((one) => this.#isOnly(one, "list"))),
      ...this.#objects(branches.filter((one) => this.#has(one, "object"))),
    ];
    return `(value) => { ${statements.join(" ")} return value; }`;
  }

  #has(schema: Schema, kind: "object" | "list"): boolean {
    return this.#branches.kinds(schema).includes(kind);
  }

  #isOnly(schema: Schema, kind: "list"): boolean {
    return this.#has(schema, kind) && !this.#has(schema, "object");
  }

  /** Decodes date branches. If other texts are allowed, only what reads as a date is converted. */
  #dates(branches: readonly Schema[]): string[] {
    if (!branches.some(isDate)) return [];
    const others = new Set(
      branches.filter((one) => !isDate(one)).flatMap((one) => this.#branches.kinds(one)),
    );
    if (others.has("text"))
      return [`if (typeof value === "string") return ${this.#use("dateOrOther")}(value);`];
    const kinds = literal([...others].toSorted());
    return [`if (!${this.#use("isOf")}(value, ${kinds})) return ${this.#use("date")}(value);`];
  }

  /** Converts the numbers of a union, unless it allows numbers that are none: both are of its type. */
  #bigInts(branches: readonly Schema[]): string[] {
    const others = branches.filter((one) => !isBigInt(one));
    if (others.length === branches.length) return [];
    const kinds = new Set(others.flatMap((one) => this.#branches.kinds(one)));
    if (kinds.has("number")) return [];
    const rest = literal([...kinds].toSorted());
    return [`if (!${this.#use("isOf")}(value, ${rest})) return ${this.#use("int64")}(value);`];
  }

  #lists(branches: readonly Schema[]): string[] {
    const [only] = branches;
    if (!branches.some((one) => this.#converts(one)) || only === undefined) return [];
    this.#refuseClashes(branches, false);
    const arrays = branches.filter((one) => one.kind === "array");
    const areArrays = arrays.length === branches.length;
    if (!areArrays && branches.length > 1) {
      const places = branches.flatMap((one) => this.#placesWithin(one));
      for (const what of ["date", "bigint"] as const)
        if (places.some((one) => one.what === what))
          this.ambiguous.push({
            schema: this.#owner,
            what,
            at: "",
            places: places.flatMap((one) => (one.what === what ? one.place : [])),
          });
    }
    const schema: Schema = areArrays
      ? { kind: "array", items: unionOf(arrays.map(({ items }) => items)) }
      : only;
    const isItems = schema.kind === "array" || schema.kind === "tuple";
    const items = isItems
      ? this.#items("value", schema)
      : this.#called(this.decoder(schema) ?? "", "value");
    return [`if (Array.isArray(value)) return ${items};`];
  }

  /** Returns the places of all schemas within a schema that are converted, at any depth. */
  #placesWithin(schema: Schema, seen = new Set<string>()): ConvertedPlace[] {
    return schemasWithin(schema).flatMap((one): ConvertedPlace[] => {
      if (one.kind === "date") return [{ what: "date", place: one.place }];
      if (isBigInt(one)) return [{ what: "bigint", place: one.bigIntAt }];
      if (one.kind !== "reference" || seen.has(one.name)) return [];
      seen.add(one.name);
      return this.#placesWithin(this.#branches.named(one.name), seen);
    });
  }

  #objects(branches: readonly Schema[]): string[] {
    const converting = branches.filter((one) => this.#converts(one));
    if (converting.length === 0) return [];
    if (branches.length > 1) this.#refuseClashes(branches, false);
    return this.#areApart(branches) ? this.#byTag(branches, converting) : this.#tried(branches);
  }

  #areApart(branches: readonly Schema[]): boolean {
    const traits = branches.map((one) => this.#branches.traits.of(one));
    return traits.every((own, index) =>
      traits.slice(index + 1).every((other) => areApart(own, other)),
    );
  }

  /** Decodes an object by trying all branches, if no member distinguishes them. */
  #tried(branches: readonly Schema[]): string[] {
    const tries = branches.map((one) => {
      const test = branchTest(this.#branches, one, branches);
      for (const helper of test?.helpers ?? []) this.#use(helper);
      const decoder = this.decoder(one) ?? "null";
      return `[${test?.code ?? "true"}, ${decoder}]`;
    });
    const either = `${this.#use("either")}(value, [${tries.join(", ")}])`;
    return [`if (${this.#use("isObject")}(value)) ${either};`];
  }

  /** Decodes an object by the member that distinguishes its branches. */
  #byTag(branches: readonly Schema[], converting: readonly Schema[]): string[] {
    const tests = converting.map((one) => {
      const test = branchTest(this.#branches, one, branches);
      for (const helper of test?.helpers ?? []) this.#use(helper);
      return test?.code ?? "true";
    });
    // All tests run before the first decoder changes the value.
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

const isDate = (schema: Schema): boolean => schema.kind === "date";

const isConverted = (schema: Schema): boolean => isDate(schema) || isBigInt(schema);

interface ConvertedPlace {
  readonly what: Converted;
  readonly place: string;
}

/** Returns the names of the components that contain a schema that passes a test, at any depth. */
function namesWith(schemas: ComponentSchemas, test: (schema: Schema) => boolean): Set<string> {
  const own = Object.entries(schemas).filter(([, one]) => schemasWithin(one.schema).some(test));
  return reachableNames(
    own.map(([name]) => name),
    reversed(referencesOf(schemas)),
  );
}

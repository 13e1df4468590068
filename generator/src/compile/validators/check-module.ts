import { isObject, member, type Json, type JsonObject } from "../../json.ts";
import { literal } from "../../escape.ts";
import { CodeModule, type CodeSchema } from "../code-module.ts";
import type { CodePart, CodeSource } from "../running-module.ts";
import { CodeWriter } from "./code-writer.ts";
import type { CheckedModule, Helper } from "./checked.ts";
import { writeChecks } from "./schema-checks.ts";

/** A schema to write a function for, and whether the function keeps track of what it looked at. */
interface WantedCheck {
  readonly schema: Json;
  readonly name: string;
  readonly isTracked: boolean;
}

/**
 * The module that checks are written into: a function per schema with a name and per part of an
 * operation, and the constants that they share. Schemas refer to each other by name, so that
 * recursion is a call like any other.
 */
export class CheckModule extends CodeModule<Helper> implements CheckedModule, CodeSource {
  readonly #functions = new Map<string, string>();
  readonly #names = new Set<string>();
  readonly #queue: WantedCheck[] = [];
  readonly #exports: string[] = [];
  readonly #mayBeExport: (name: string) => boolean;
  #takenExports = 0;

  /** @param mayBeExport whether a validator may come to have a name, now or later */
  constructor(
    schemas: ReadonlyMap<string, CodeSchema>,
    mayBeExport: (name: string) => boolean = () => false,
  ) {
    super(schemas);
    this.#mayBeExport = mayBeExport;
  }

  /** Exports the validator of a schema under a name that nothing else has. */
  export(name: string, schema: Json): void {
    const reference = isObject(schema) ? member(schema, "$ref") : undefined;
    const isAlias = typeof reference === "string" && Object.keys(schema as JsonObject).length === 1;
    const check = isAlias ? this.reference(reference, false) : this.#want(name, schema, false);
    this.#exports.push(
      `export const ${name} = /* @__PURE__ */ ${this.use("validator")}(${check});`,
    );
    this.#writeWanted();
  }

  /**
   * The function that checks what a reference means.
   *
   * @throws {Error} when nothing has that name: whatever reads descriptions has missed it
   */
  reference(reference: string, isTracked: boolean): string {
    const target = this.named(reference);
    if (target === undefined) throw new Error(`no schema is called ${reference}`);
    const key = `${isTracked ? "tracked" : "plain"} ${reference}`;
    const known = this.#functions.get(key);
    if (known !== undefined) return known;
    const name = this.#want(target.name, target.schema, isTracked);
    this.#functions.set(key, name);
    return name;
  }

  /** A constant for a regular expression. */
  pattern(pattern: string): string {
    return this.constant("pattern", `new RegExp(${literal(pattern)}, "u")`);
  }

  /** A constant for a set of texts and numbers. */
  set(values: readonly Json[]): string {
    return this.constant("values", `new Set(${literal(values)})`);
  }

  /** A constant for a JSON value. */
  value(value: Json): string {
    return this.constant("value", literal(value));
  }

  get exports(): readonly string[] {
    return this.#exports;
  }

  takePart(): CodePart {
    const exports = this.#exports.slice(this.#takenExports);
    this.#takenExports = this.#exports.length;
    return { ...this.takeBody(), exports };
  }

  #want(wanted: string, schema: Json, isTracked: boolean): string {
    const stem = `check${wanted.charAt(0).toUpperCase()}${wanted.slice(1)}${isTracked ? "Tracked" : ""}`;
    // No name of the description ends so.
    const own = this.#mayBeExport(stem) ? `${stem}$` : stem;
    let name = own;
    for (let count = 2; this.#names.has(name); count += 1) name = `${own}_${count}`;
    this.#names.add(name);
    this.#queue.push({ schema, name, isTracked });
    return name;
  }

  #writeWanted(): void {
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      const code = new CodeWriter();
      const parameters = `value, path, findings${next.isTracked ? ", seen" : ""}`;
      const checked = {
        module: this,
        write: writeChecks,
        code,
        value: "value",
        path: ["path"],
        seen: next.isTracked ? "seen" : undefined,
      };
      code.block(`function ${next.name}(${parameters}) {`, () => writeChecks(next.schema, checked));
      this.write(next.name, code.text);
    }
  }
}

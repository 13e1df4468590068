import type { Json } from "../json.ts";
import type { CodePart } from "./running-module.ts";

/** A schema with a name, by which functions for it are called. */
export interface CodeSchema {
  readonly name: string;
  readonly schema: Json;
}

/** A module of code under construction: functions, the constants that they share, and the helpers that they import. */
export class CodeModule<Helper extends string> {
  readonly #schemas: ReadonlyMap<string, CodeSchema>;
  readonly #helpers = new Set<Helper>();
  readonly #constants = new Map<string, string>();
  readonly #declarations: Declared[] = [];
  readonly #functions: Declared[] = [];
  /** How much of both has been taken. */
  #taken = { declarations: 0, functions: 0 };

  /** @param schemas the schemas with a name, by the pointers that references to them have */
  constructor(schemas: ReadonlyMap<string, CodeSchema>) {
    this.#schemas = schemas;
  }

  /** What a reference leads to, with its name. */
  named(reference: string): CodeSchema | undefined {
    return this.#schemas.get(reference.replace(/^#/, ""));
  }

  /** What a reference leads to; a schema of everything where that is nothing. */
  target(reference: string): Json {
    return this.named(reference)?.schema ?? true;
  }

  /** The name of a helper, which the module imports from then on. */
  use(helper: Helper): string {
    this.#helpers.add(helper);
    return helper;
  }

  /** The name of a constant, one for all who want the same. */
  constant(prefix: string, code: string): string {
    const known = this.#constants.get(code);
    if (known !== undefined) return known;
    const name = `${prefix}${this.#constants.size}`;
    this.#constants.set(code, name);
    this.#declarations.push({ name, text: `const ${name} = /* @__PURE__ */ ${code};` });
    return name;
  }

  /** Adds the text of a function. */
  write(name: string, text: string): void {
    this.#functions.push({ name, text });
  }

  get helpers(): readonly Helper[] {
    return [...this.#helpers].toSorted();
  }

  /** The constants and the functions, without what comes from or goes to other modules. */
  get body(): string {
    return textOf([...this.#declarations, ...this.#functions]);
  }

  /** What of the body is new since this was asked last. */
  takeBody(): Pick<CodePart, "names" | "text"> {
    const { declarations, functions } = this.#taken;
    const fresh = [...this.#declarations.slice(declarations), ...this.#functions.slice(functions)];
    this.#taken = { declarations: this.#declarations.length, functions: this.#functions.length };
    return { names: fresh.map(({ name }) => name), text: textOf(fresh) };
  }
}

/** The text that declares a name. */
interface Declared {
  readonly name: string;
  readonly text: string;
}

const textOf = (declared: readonly Declared[]): string =>
  declared.map(({ text }) => text).join("\n");

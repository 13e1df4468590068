import type { Json } from "../../load/json.ts";

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
  readonly #declarations: string[] = [];
  readonly #functions: string[] = [];

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
    this.#declarations.push(`const ${name} = /* @__PURE__ */ ${code};`);
    return name;
  }

  /** Adds the text of a function. */
  write(text: string): void {
    this.#functions.push(text);
  }

  get helpers(): readonly Helper[] {
    return [...this.#helpers].toSorted();
  }

  /** The constants and the functions, without what comes from or goes to other modules. */
  get body(): string {
    return [...this.#declarations, ...this.#functions].join("\n");
  }
}

import { FreeNames } from "./free-names.ts";

/** A constant or a function of compiled code. */
export interface Declaration {
  readonly name: string;
  readonly text: string;
}

/** The code of one schema or of one operation. */
export interface CodePart {
  /** Constants before the functions that use them. */
  readonly declarations: readonly Declaration[];
  /** The runtime helpers that it imports. */
  readonly helpers: ReadonlySet<string>;
  /** The functions of schemas that it calls. */
  readonly calls: ReadonlySet<string>;
}

/** Finds the code part that declares a function. */
export type PartOf = (functionName: string) => CodePart;

/** A code part under construction. */
export class CodePartBuilder<Helper extends string> implements CodePart {
  readonly #constants = new Map<string, Declaration>();
  readonly #functions: Declaration[] = [];
  readonly #helpers = new Set<Helper>();
  readonly #calls = new Set<string>();
  /** Maps a wanted name and its code to the constant's name. */
  readonly #known = new Map<string, string>();
  readonly #names = new FreeNames();

  get declarations(): readonly Declaration[] {
    return [...this.#constants.values(), ...this.#functions];
  }

  get helpers(): ReadonlySet<string> {
    return this.#helpers;
  }

  get calls(): ReadonlySet<string> {
    return this.#calls;
  }

  /** Imports a helper of the runtime and returns its name. */
  use(helper: Helper): string {
    this.#helpers.add(helper);
    return helper;
  }

  /** Records a call of a schema's function and returns the function's name. */
  call(functionName: string): string {
    this.#calls.add(functionName);
    return functionName;
  }

  /**
   * Declares a constant and returns its name. A repeated declaration of the same name and code
   * reuses the constant.
   */
  constant(wanted: string, code: string): string {
    const key = `${wanted} ${code}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const name = this.#names.take(wanted);
    this.#known.set(key, name);
    this.#constants.set(name, { name, text: `const ${name} = /* @__PURE__ */ ${code};` });
    return name;
  }

  /**
   * Declares a function and returns its name (see {@link FreeNames}).
   *
   * @param text writes the function under the name that it got
   */
  function(wanted: string, text: (name: string) => string): string {
    const name = this.#names.take(wanted);
    this.#functions.push({ name, text: text(name) });
    return name;
  }
}

/**
 * Collects the parts of these functions and of all functions that they call, keyed by function
 * name.
 */
export function reachedParts(
  functionNames: Iterable<string>,
  partOf: PartOf,
  isKnown: (functionName: string) => boolean = () => false,
): ReadonlyMap<string, CodePart> {
  const reached = new Map<string, CodePart>();
  const waiting = [...functionNames];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name) || isKnown(name)) continue;
    const part = partOf(name);
    reached.set(name, part);
    waiting.push(...part.calls);
  }
  return reached;
}

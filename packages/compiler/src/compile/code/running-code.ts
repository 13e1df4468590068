import { reachedParts, type CodePart, type PartOf } from "./code-part.ts";

/**
 * Runs compiled code in this process. Each part is evaluated when one of its functions is first
 * requested. Text from the description only occurs in literals of the code.
 */
export class RunningCode {
  readonly #partOf: PartOf;
  readonly #helpers: Readonly<Record<string, unknown>>;
  readonly #declared = new Map<string, unknown>();

  /** @param helpers the values that the code imports, by name */
  constructor(partOf: PartOf, helpers: Readonly<Record<string, unknown>>) {
    this.#partOf = partOf;
    this.#helpers = helpers;
  }

  /** Returns a function by its name. */
  function(name: string): unknown {
    if (!this.#declared.has(name)) this.#run(name);
    return this.#declared.get(name);
  }

  #run(name: string): void {
    const isKnown = (called: string): boolean => this.#declared.has(called);
    const parts = [...new Set(reachedParts([name], this.#partOf, isKnown).values())];
    const known = new Set(parts.flatMap(({ calls }) => [...calls]).filter(isKnown));
    const declarations = parts.flatMap((part: CodePart) => part.declarations);
    const names = declarations.map((declared) => declared.name);
    const code = [
      `"use strict";`,
      ...declarations.map(({ text }) => text),
      `return { ${names.join(", ")} };`,
    ];
    const make = new Function(...Object.keys(this.#helpers), ...known, code.join("\n")) as (
      ...given: unknown[]
    ) => Readonly<Record<string, unknown>>;
    const declared = make(
      ...Object.values(this.#helpers),
      ...[...known].map((called) => this.#declared.get(called)),
    );
    for (const [key, value] of Object.entries(declared)) this.#declared.set(key, value);
  }
}

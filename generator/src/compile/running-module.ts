import { safePattern } from "../slow-pattern.ts";

/** Code that was written and has not run yet. */
export interface CodePart {
  readonly text: string;
  /** The names that it declares. */
  readonly names: readonly string[];
  /** Lines of the form `export const name = expression;`. */
  readonly exports: readonly string[];
}

/** Where code is written to, part by part. A part calls itself and those before it. */
export interface CodeSource {
  /** What was written since this was asked last. */
  takePart(): CodePart;
}

/**
 * A module of code that runs in this process, while it is still being written. Text of a description
 * is in it as literals only. A pattern that may take for ever matches.
 */
export class RunningModule {
  readonly #source: CodeSource;
  readonly #helpers: Readonly<Record<string, unknown>>;
  readonly #declared = new Map<string, unknown>();
  readonly #exported = new Map<string, unknown>();

  /** @param helpers what the code imports, by name */
  constructor(source: CodeSource, helpers: Readonly<Record<string, unknown>>) {
    this.#source = source;
    this.#helpers = helpers;
  }

  /** What the module exports under a name; what it has been added since runs now. */
  exported(name: string): unknown {
    if (!this.#exported.has(name)) this.#run(this.#source.takePart());
    return this.#exported.get(name);
  }

  #run({ text, names, exports }: CodePart): void {
    const members = exports.map((line) => line.replace(/^export const (\S+) = (.*);$/, "$1: $2"));
    const words = new Set([text, ...exports].join("\n").match(/[\w$]+/g));
    const earlier = [...words].filter((word) => this.#declared.has(word));
    const code = `"use strict";\n${text}\nreturn [{ ${names.join(", ")} }, { ${members.join(",\n")} }];`;
    const make = new Function("RegExp", ...Object.keys(this.#helpers), ...earlier, code) as (
      ...given: unknown[]
    ) => readonly [Record<string, unknown>, Record<string, unknown>];
    const [declared, exported] = make(
      SafeExpression,
      ...Object.values(this.#helpers),
      ...earlier.map((name) => this.#declared.get(name)),
    );
    for (const [name, value] of Object.entries(declared)) this.#declared.set(name, value);
    for (const [name, value] of Object.entries(exported)) this.#exported.set(name, value);
  }
}

class SafeExpression {
  readonly test: (text: string) => boolean;

  constructor(pattern: string) {
    const expression = safePattern(pattern);
    this.test = (text) => expression.test(text);
  }
}

import { RunningCode } from "../../../src/compile/code/running-code.ts";
import { NamedSchemas } from "../../../src/compile/named-schemas.ts";
import { ValidatorCompiler } from "../../../src/compile/validators/validator-compiler.ts";
import type { Json, JsonObject } from "../../../../description/src/json/json.ts";
import * as runtime from "../../../../runtime/src/validation/index.ts";

interface Outcome {
  readonly isValid: boolean;
  /** What the first errors say, with their places. */
  readonly issues: readonly string[];
  /** How many helpers of the runtime were called: at least one for each object that a schema looks at. */
  readonly steps: number;
}

class TooMuch extends Error {}

export function compilerOf(components: Readonly<Record<string, Json>>): ValidatorCompiler {
  const named = Object.entries(components).map(
    ([name, json]) => [`/components/schemas/${name}`, { name, json }] as const,
  );
  return new ValidatorCompiler(new NamedSchemas(new Map(named)));
}

/** Holds a value against schema A, and ends when that takes too many steps. */
export function run({ partOf }: ValidatorCompiler, value: unknown, most = Infinity): Outcome {
  let steps = 0;
  const step = (): void => {
    if ((steps += 1) > most) throw new TooMuch(`more than ${most} steps`);
  };
  const counted = Object.entries(runtime).map(([name, helper]) => {
    if (typeof helper !== "function" || name === "Evaluated") return [name, helper];
    return [
      name,
      (...given: unknown[]): unknown => {
        step();
        return Reflect.apply(helper as () => unknown, undefined, given);
      },
    ];
  });
  class Evaluated extends runtime.Evaluated {
    override add(other: runtime.Evaluated): void {
      step();
      super.add(other);
    }
  }
  const running = new RunningCode(partOf, { ...Object.fromEntries(counted), Evaluated });
  const validate = runtime.validator(running.function("checkA") as runtime.Check);
  const isValid = validate(value);
  const issues = runtime.toIssues("body", validate.errors);
  return {
    isValid,
    issues: issues.map(({ pointer, message }) => `${pointer} ${message}`),
    steps,
  };
}

export const to = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

export function nested(levels: number, wrap: (inner: Json) => Json, leaf: Json): Json {
  let value = leaf;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

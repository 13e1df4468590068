import { array, assert, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { RunningCode } from "../../../src/compile/code/running-code.ts";
import { NamedSchemas } from "../../../src/compile/named-schemas.ts";
import { runningChecks } from "../../../src/compile/validators/running-checks.ts";
import { ValidatorCompiler } from "../../../src/compile/validators/validator-compiler.ts";
import type { JsonObject } from "../../../../description/src/json/json.ts";
import { compiled, interpreted } from "../../other-validators.ts";
import { schemas, value } from "../../../../description/test/random-schemas.ts";
import * as runtime from "../../../../runtime/src/validation/index.ts";

/** Has the verdict of every reference remembered. */
class RememberedSchemas extends NamedSchemas {
  override isRepeated(): boolean {
    return true;
  }
}

function compilerOf(components: JsonObject, Schemas = NamedSchemas): ValidatorCompiler {
  const named = Object.entries(components).map(
    ([name, json]) => [`/components/schemas/${name}`, { name, json }] as const,
  );
  return new ValidatorCompiler(new Schemas(new Map(named)));
}

/** The checks as applications run them, with the runtime's own helpers. */
function withRuntime({ partOf }: ValidatorCompiler): (value: unknown) => boolean {
  const running = new RunningCode(partOf, runtime);
  return runtime.validator(running.function("checkA") as runtime.Check);
}

/** Either of the others is wrong about some schemas with `unevaluated…` or `contains`, but not both. */
function expected(components: JsonObject, values: readonly unknown[], own: readonly boolean[]) {
  const verdicts = values.map(interpreted(components));
  if (verdicts.every((verdict, index) => verdict === own[index])) return verdicts;
  const others = values.map(compiled(components));
  return verdicts.map((verdict, index) => (others[index] === own[index] ? own[index] : verdict));
}

describe("compiled validators", () => {
  it("say of any schema and value what other validators say, here and in applications", () => {
    assert(
      property(schemas, array(value, { minLength: 10, maxLength: 20 }), (components, values) => {
        const compiler = compilerOf(components);
        const firstError = runningChecks(compiler.partOf);
        const verdicts = values.map((given) => firstError("checkA", given) === undefined);
        expect(values.map(withRuntime(compiler))).toEqual(verdicts);
        const remembering = compilerOf(components, RememberedSchemas);
        expect(values.map(withRuntime(remembering))).toEqual(verdicts);
        expect(verdicts).toEqual(expected(components, values, verdicts));
      }),
      { numRuns: 800 },
    );
  });
});

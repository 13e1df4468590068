/**
 * Changes the structure of descriptions at random, parts of this project's own and one that has every
 * kind of object, and sees what becomes of them.
 * A process of its own, so that one that does not come to an end can be ended. Prints what it saw as
 * JSON.
 */
import { join } from "node:path";
import * as fc from "fast-check";
import { filterOperations } from "../../../packages/description/src/load/filter/filter-operations.ts";
import { stringMember, type JsonObject } from "../../../packages/description/src/json/json.ts";
import { loadDocument } from "../../../packages/description/src/load/load-document.ts";
import { everything } from "../hostile/description.ts";
import { attemptDocument } from "../hostile/attempt.ts";
import { Workspace } from "../hostile/workspace.ts";
import { mutate, mutation } from "./mutations.ts";

const [runs = "150", seed = "1"] = process.argv.slice(2);

/** Milliseconds that a description of some operations may take. */
const limit = 10_000;
const repository = join(import.meta.dirname, "..", "..", "..");
const { value: description } = await loadDocument(join(repository, "spec", "openapi.yaml"));
const ids = Object.values(description["paths"] as JsonObject)
  .flatMap((item) => Object.values(item as JsonObject))
  .flatMap((operation) => stringMember(operation, "operationId") ?? []);

const seen = { taken: 0, refused: 0 };
const codes: Record<string, number> = {};
const workspace = new Workspace("fuzz");
const survivors: { readonly name: string; readonly document: JsonObject }[] = [];

const property = fc.property(
  fc.option(fc.subarray(ids, { minLength: 2, maxLength: 6 }), { freq: 3 }),
  fc.array(mutation, { minLength: 1, maxLength: 4 }),
  (includeOperations, mutations) => {
    const document =
      includeOperations === null
        ? everything
        : filterOperations(description, { includeOperations }).document;
    const changed = JSON.parse(JSON.stringify(document)) as JsonObject;
    for (const one of mutations) mutate(changed, one);
    const start = performance.now();
    const name = `fuzz${seen.taken}`;
    const outcome = attemptDocument(changed, `@${name}`);
    if (performance.now() - start > limit) throw new Error("takes too long");
    if ("files" in outcome) {
      seen.taken += 1;
      survivors.push({ name, document: changed });
      return;
    }
    seen.refused += 1;
    for (const { code } of outcome.refused.diagnostics) codes[code] = (codes[code] ?? 0) + 1;
  },
);

const { failed, counterexample, errorInstance } = fc.check(property, {
  numRuns: Number(runs),
  seed: Number(seed),
});
const failure = failed
  ? {
      counterexample,
      error: errorInstance instanceof Error ? errorInstance.stack : String(errorInstance),
    }
  : null;
// What fast-check tried while it looked for a smaller example counts no more.
const step = Math.max(1, Math.ceil(survivors.length / 40));
const errors: string[] = [];
for (const { name, document } of failed ? [] : survivors.filter((_, index) => index % step === 0)) {
  const outcome = attemptDocument(document, `@${name}`);
  if (!("files" in outcome)) continue;
  try {
    await workspace.install(name, outcome.files);
  } catch (error) {
    errors.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
if (!failed) {
  const said = await workspace.compile();
  if (said !== "") errors.push(said);
  const { failed: unloaded } = (await workspace.load()) as { failed: string[] };
  errors.push(...unloaded);
}
console.log(JSON.stringify({ ...seen, codes, failure, errors }, null, 2));

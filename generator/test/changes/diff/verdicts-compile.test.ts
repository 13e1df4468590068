import { expect, it } from "vitest";
import { sampled } from "../../../../test/test-all.ts";
import { compiledEdits } from "./compiled-edits.ts";
import { changesBy } from "./edited.ts";
import { allEdits } from "./edits/all-edits.ts";

const edits = sampled(allEdits, 16);
const [base, ...compiled] = await compiledEdits([() => {}, ...edits.map(([, edit]) => edit)]);

it("compiles callers and handlers of the description before any edit", () => {
  expect(base).toEqual({ callers: [], handlers: [], generated: [] });
});

it.each(edits.map(([name, edit], index) => [name, edit, compiled[index]] as const))(
  "says of callers and handlers what the compiler says of them: %s",
  async (_, edit, errors) => {
    const changes = await changesBy(edit);
    const breaks = (audience: "compile" | "handlers"): boolean =>
      changes.some(({ verdicts }) => verdicts[audience] === "breaking");
    const isBroken = errors !== undefined && errors.callers.length > 0;
    expect({ isBroken, errors: errors?.callers }).toMatchObject({
      isBroken: breaks("compile"),
    });
    expect(errors?.generated).toEqual([]);
    // Handlers break when they run, too: what does not compile is said, and not all that is said does not compile.
    expect(breaks("handlers") ? [] : errors?.handlers).toEqual([]);
  },
);

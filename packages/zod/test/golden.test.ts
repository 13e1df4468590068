import { existsSync } from "node:fs";
import { join } from "node:path";
import { modelFromFile } from "openapi-packages/emitter/testing";
import { describe, expect, it } from "vitest";
import { Sampler } from "../../compiler/src/mock/sample/sampler.ts";
import { caseNames, goldenFolder } from "../../../generator/test/support.ts";
import { mutations } from "./mutations.ts";
import { judged } from "./verdicts.ts";

const isBlob = / refuses /;

/** The differences of the README that these descriptions have: raw binary, which is a `Blob`, and inherited names. */
const expected: Readonly<Record<string, RegExp>> = {
  binary: isBlob,
  "content-types": isBlob,
  hostile: / takes \{"__proto__"| query refuses \{/,
  "media-type-names": isBlob,
  parts: isBlob,
  places: isBlob,
  reference: isBlob,
};

describe("schemas take what the contract's validators take, and refuse what these refuse", () => {
  it.for(caseNames(goldenFolder))("%s", async (name) => {
    const path = join(goldenFolder, name, "description.yaml");
    expect(existsSync(path)).toBe(true);
    const model = await modelFromFile(path);
    const sampler = new Sampler(model);
    const differences: string[] = [];
    for (const one of await judged(model)) {
      const samples = [1, 2, 3].map((variant) =>
        sampler.sample(one.schema, { seed: `${variant}`, name: "", detail: 2, variant }),
      );
      for (const value of samples.flatMap((sample) => [sample, ...mutations(sample)])) {
        const zod = one.zod(value);
        if (zod !== one.contract(value))
          differences.push(`${one.name} ${zod ? "takes" : "refuses"} ${JSON.stringify(value)}`);
      }
    }
    const known = expected[name];
    const unknown = differences.filter((one) => known?.test(one) !== true);
    expect([...new Set(unknown)].slice(0, 5)).toEqual([]);
    expect(differences.length > 0).toBe(known !== undefined);
  });
});

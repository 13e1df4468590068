import { stringify } from "yaml";
import { describe, expect, it } from "vitest";
import { growthOfWork } from "../../../../../test/growth-of-work.ts";
import { uniqueDiagnostics } from "../../../src/diagnostics/diagnostics.ts";
import { documentFrom } from "../../../src/load/load-document.ts";
import { ReferenceResolver } from "../../../src/load/read/reference-resolver.ts";
import { parseSourceFile } from "../../../src/load/read/source-file.ts";
import { buildApiModel } from "../../../src/model/build-api-model.ts";

const many = (count: number, make: (index: number) => [string, unknown]): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));

/** What a description may have any number of, as the members of `components.schemas`. */
const faults: Readonly<Record<string, (count: number) => object>> = {
  "keywords that do not exist": (count) => ({ A: many(count, (index) => [`minLengt${index}`, 1]) }),
  "misspellings of one keyword": (count) => many(count, (index) => [`A${index}`, { minLenght: 1 }]),
  "wrong defaults": (count) => many(count, (index) => [`A${index}`, { enum: [1], default: index }]),
  "references to nothing": (count) =>
    many(count, (index) => [`A${index}`, { $ref: `#/components/schemas/B${index}` }]),
};

function read(text: string): number {
  const file = parseSourceFile("/descriptions/openapi.yaml", text);
  const resolver = new ReferenceResolver(file, { folders: [], origins: new Set() });
  const document = documentFrom(file, resolver);
  const { diagnostics } = buildApiModel(document);
  return uniqueDiagnostics([...document.diagnostics, ...diagnostics]).length;
}

describe("the work for a description grows in proportion to its", () => {
  it.for(
    Object.entries(faults).flatMap(([what, schemas]) => [
      ["YAML", what, schemas, stringify] as const,
      ["JSON", what, schemas, JSON.stringify] as const,
    ]),
  )("%s: %s", ([, , schemas, write]) => {
    const text = (count: number): string =>
      write({
        openapi: "3.0.4",
        info: { title: "Faults", version: "1.0.0" },
        paths: {},
        components: { schemas: schemas(count) },
      });
    const [small, large] = [text(200), text(1600)];
    expect(read(small)).toBeGreaterThan(0);
    expect(growthOfWork((size) => void read(size === 200 ? small : large), 200, 8)).toBeLessThan(
      32,
    );
  });
});

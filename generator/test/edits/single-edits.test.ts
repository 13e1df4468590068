import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { runs, seed } from "../../../test/test-all.ts";
import { emitModel } from "../../src/emit/emit-model.ts";
import { emitParts, loadEmitters } from "../../src/emit/emitters.ts";
import { wantedParts } from "../../src/emit/parts.ts";
import { planners } from "../../src/emit/planners.ts";
import type { JsonObject } from "../../../packages/description/src/json/json.ts";
import { loadDocument } from "../../../packages/description/src/load/load-document.ts";
import { buildApiModel } from "../../../packages/description/src/model/build-api-model.ts";
import { loadFormatter } from "../../src/print/formatter.ts";
import { printFiles } from "../../src/print/print-files.ts";
import { documentOf } from "../../../packages/description/test/load/name/naming.ts";
import { repository } from "../support.ts";
import {
  additionEdit,
  isAlone,
  memberEdit,
  objectsOf,
  placesOf,
  removalEdit,
  statusEdit,
  summaryEdit,
  type Description,
  type SingleEdit,
} from "./single-edit.ts";

const { value } = await loadDocument(join(repository, "spec/openapi.yaml"));

const description = value as unknown as Description;

const emitters = await loadEmitters(wantedParts({}));

/** The text of every file of the packages of a description; how they are laid out plays no part. */
async function packagesOf(document: unknown): Promise<ReadonlyMap<string, string>> {
  const loaded = documentOf("/nowhere/openapi.json", JSON.stringify(document as JsonObject));
  const { model } = buildApiModel(loaded);
  const files = emitParts(emitModel(model, planners), { scope: "@case" }, emitters);
  const printed = await printFiles(files, await loadFormatter("none", "."));
  return new Map(printed.map(({ path, text }) => [path, text]));
}

const before = await packagesOf(description);

/** The files that an edit changes, each with the lines that it has no more. */
async function changedBy({ apply }: SingleEdit): Promise<ReadonlyMap<string, readonly string[]>> {
  const edited = structuredClone(description);
  apply(edited);
  const after = await packagesOf(edited);
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const changed = paths.filter((path) => before.get(path) !== after.get(path));
  return new Map(changed.map((path) => [path, lostLines(before.get(path), after.get(path))]));
}

/** Inside of a function variables may be counted. */
function lostLines(one = "", other = ""): string[] {
  const left = new Set(other.split("\n"));
  return one.split("\n").filter((line) => !left.has(line) && !line.startsWith(" "));
}

/** Lines that take up what is added: those of lists, and of what is added to. */
const mostLost = 6;

const places = placesOf(description);
const place = fc.constantFrom(...places);
const shared = fc.constantFrom(...places.filter((one) => !isAlone(one, places)));

it.each<[string, fc.Arbitrary<SingleEdit>]>([
  ["a summary", place.map(summaryEdit)],
  ["a status", place.map(statusEdit)],
  ["a member", fc.constantFrom(...objectsOf(description)).map(memberEdit)],
  ["an operation more", place.map(additionEdit)],
  ["an operation less", shared.map(removalEdit)],
])(
  "an edit of %s changes the files of what was edited and those that list it, and no other",
  async (_name, edits) => {
    const isLocal = fc.asyncProperty(edits, async (edit) => {
      const lost = await changedBy(edit);
      const changed = [...lost.keys()];
      const { changed: own, listing, isAddition } = edit;
      expect(changed).toEqual(expect.arrayContaining([...own]));
      const others = changed.filter(
        (path) => !own.includes(path) && !listing.some((files) => files.test(path)),
      );
      expect(others).toEqual([]);
      // What is there already keeps its name.
      const renamed = [...lost].filter(([, lines]) => isAddition && lines.length > mostLost);
      expect(renamed).toEqual([]);
    });
    await fc.assert(isLocal, { numRuns: runs(2, 50), seed: seed(5) });
  },
);

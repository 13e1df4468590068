import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { diffDescriptions } from "../../generator/src/changes/diff/diff-descriptions.ts";
import type { ComparedDescription } from "../../generator/src/changes/diff/change-types.ts";
import { loadDocument } from "../../packages/description/src/load/load-document.ts";
import { buildApiModel } from "../../packages/description/src/model/build-api-model.ts";
import { brokenBy, disagreements, gravest } from "./agreement.ts";
import type { Measured } from "./measure-edit.ts";
import { ownEdits, writeOwn } from "./own-edits.ts";

const root = mkdtempSync(join(tmpdir(), "own-edits-"));
afterAll(() => rmSync(root, { recursive: true }));

async function read(name: string, edit: (folder: string) => void): Promise<ComparedDescription> {
  const folder = join(root, name);
  mkdirSync(folder);
  writeOwn(folder);
  edit(folder);
  const document = await loadDocument(join(folder, "openapi.yaml"));
  const { model } = buildApiModel(document, false);
  return { model, locate: (pointer) => document.locate(pointer) };
}

const base = await read("base", () => {});

it.each(ownEdits.map((edit) => [edit.name, edit] as const))(
  "says of our description what npm run compare:diff has seen: %s",
  async (name, { edit, said }) => {
    const head = await read(name.replaceAll(/\W/g, "-"), edit);
    expect(gravest(diffDescriptions(base, head))).toEqual(said);
  },
);

describe("a comparison of what is said with what breaks", () => {
  const said = { compile: "breaking", run: "none", handlers: "none" } as const;
  const change = { code: "any", message: "any", verdicts: said, handlerFiles: [] };
  const nothing = { failed: {}, returned: {} };
  const measured = (parts: Partial<Measured> = {}): Measured => ({
    changes: [{ ...change, errors: [{ file: "app/callers.ts", line: 3 }] }],
    otherErrors: [],
    compileErrors: ["app/callers.ts:3"],
    run: { atMock: nothing, atHandlers: nothing, atErrors: [] },
    ...parts,
  });
  const found = (one: Measured): readonly string[] =>
    disagreements(one, brokenBy(one, { failed: {}, returned: { get: 1 } }));

  it("agrees where the lines are those that do not compile", () => {
    expect(found(measured())).toEqual([]);
  });

  it("finds lines that nobody named, and those that compile", () => {
    expect(found(measured({ compileErrors: ["app/callers.ts:4"] }))).toEqual([
      "app/callers.ts:4 does not compile, and was not named",
      "app/callers.ts:3 was named, and compiles",
    ]);
  });

  it("finds what breaks when it runs, and was not said", () => {
    const atMock = { failed: { list: "Error" }, returned: {} };
    const atHandlers = { failed: {}, returned: { get: 2 } };
    expect(found(measured({ run: { atMock, atHandlers, atErrors: [] } }))).toEqual([
      "said to be none for run, but list",
      "said to be none for handlers, but get",
      "no handler was named",
    ]);
  });

  it("finds false alarms", () => {
    expect(found(measured({ changes: [{ ...change, errors: [] }], compileErrors: [] }))).toEqual([
      "said to be breaking for compile, and nothing broke",
    ]);
  });
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { diffDescriptions } from "../../../src/changes/diff/diff-descriptions.ts";
import type { Change, ComparedDescription } from "../../../src/changes/diff/change-types.ts";
import {
  loadDocument,
  type OpenApiDocument,
} from "../../../../packages/description/src/load/load-document.ts";
import { buildApiModel } from "../../../../packages/description/src/model/build-api-model.ts";
import { temporaryFolder } from "../../support.ts";

/** A value of YAML that an edit goes into without a cast at every step. */
// oxlint-disable-next-line typescript/no-explicit-any -- an edit reaches into YAML that has no types
export type Edited = any;

/** Changes a description in place. */
export type Edit = (description: Edited) => void;

/** The description that is edited. */
export const basePath = join(import.meta.dirname, "base.yaml");

/** The changes between the base after one edit and after another one. */
export async function changesBy(edit: Edit, before: Edit = () => {}): Promise<readonly Change[]> {
  const folder = temporaryFolder();
  return diffDescriptions(
    await read(folder, "base.json", before),
    await read(folder, "head.json", (description) => {
      before(description);
      edit(description);
    }),
  );
}

const read = async (folder: string, name: string, edit: Edit): Promise<EditedDescription> =>
  readEdited(join(folder, name), edit);

/** A description after an edit, and what is generated from. */
export interface EditedDescription extends ComparedDescription {
  readonly document: OpenApiDocument;
}

/**
 * Writes the description after an edit to a file, and reads it.
 *
 * @param path of the file, which JSON is written to
 */
export async function readEdited(path: string, edit: Edit): Promise<EditedDescription> {
  const description: unknown = parse(readFileSync(basePath, "utf8"));
  edit(description);
  writeFileSync(path, JSON.stringify(description, null, 2));
  const document = await loadDocument(path);
  const { model } = buildApiModel(document, false);
  return { model, document, locate: (pointer) => document.locate(pointer) };
}

/** A change in a few words: its code, and the first letters of its verdicts. */
export function shortChange({ code, verdicts }: Change): string {
  const { compile, run, handlers } = verdicts;
  const letters = { breaking: "B", compatible: "C", none: "-" };
  return `${code} ${letters[compile]}${letters[run]}${letters[handlers]}`;
}

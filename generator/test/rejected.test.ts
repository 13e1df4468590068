import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { DiagnosticsError } from "../../packages/description/src/diagnostics/diagnostics.ts";
import { generate } from "../src/generate.ts";
import {
  caseNames,
  caseOptions,
  isUpdate,
  readTree,
  temporaryFolder,
  writeTree,
} from "./support.ts";

const rejectedFolder = join(import.meta.dirname, "rejected");

/** Each case is a broken description and the whole of what a person is told about it. */
describe("a description is refused", () => {
  it.for(caseNames(rejectedFolder))("%s", async (name) => {
    const folder = join(rejectedFolder, name);
    const out = temporaryFolder();
    const before = { "contract/src/index.ts": "// of an earlier run\n", "notes.txt": "ours\n" };
    writeTree(out, before);
    const said = await refusal(folder, out);
    const expectedFile = join(folder, "expected.txt");
    if (isUpdate) writeFileSync(expectedFile, withoutFolder(said, folder));
    expect(withoutFolder(said, folder)).toBe(readFileSync(expectedFile, "utf8"));
    expect(readTree(out)).toEqual(before);
  });
});

function descriptionIn(folder: string): string {
  return readdirSync(folder).find((file) => file.startsWith("description.")) ?? "description.yaml";
}

async function refusal(folder: string, out: string): Promise<string> {
  const spec = join(folder, descriptionIn(folder));
  const error = await generate({ ...caseOptions(folder), spec, out, scope: "@case" }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DiagnosticsError);
  return `${(error as DiagnosticsError).message}\n`;
}

/** Diagnostics show paths as seen from the working directory. */
function withoutFolder(text: string, folder: string): string {
  const shown = relative(process.cwd(), folder).split(sep).join("/");
  return shown === "" ? text : text.replaceAll(`${shown}/`, "");
}

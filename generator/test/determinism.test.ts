import { join } from "node:path";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { generate } from "../src/generate.ts";
import {
  goldenFolder,
  printPackages,
  readTree,
  runCliProcess,
  temporaryFolder,
  writeTree,
} from "./support.ts";

/** Every kind of text, order and number that the machine could have a hand in. */
const names = ["hostile", "documentation", "tags", "statuses"];

const source = (name: string): string =>
  readFileSync(join(goldenFolder, name, "description.yaml"), "utf8");

/** The packages of a description by its text, wherever it stands. */
async function packagesOf(file: string, text: string): Promise<Record<string, string>> {
  const folder = temporaryFolder();
  writeTree(folder, { [file]: text });
  const printed = await printPackages(join(folder, file), "@case");
  return Object.fromEntries(printed.map(({ path, text: printedText }) => [path, printedText]));
}

it.for(names)("the line ends of the description change nothing: %s", async (name) => {
  const text = source(name);
  const windows = await packagesOf("openapi.yaml", text.replaceAll("\n", "\r\n"));
  expect(windows).toEqual(await packagesOf("description.yaml", text));
});

it.for(names)("JSON becomes what YAML becomes: %s", async (name) => {
  const text = source(name);
  const json = JSON.stringify(parse(text), null, 4);
  expect(await packagesOf("openapi.json", json)).toEqual(
    await packagesOf("description.yaml", text),
  );
});

it("time zone, language and working directory change nothing", async () => {
  const spec = join(goldenFolder, "hostile", "description.yaml");
  const here = temporaryFolder();
  await generate({ spec, out: here, scope: "@case" });
  const there = temporaryFolder();
  const env = {
    ...process.env,
    TZ: "Pacific/Kiritimati",
    LANG: "tr_TR.UTF-8",
    LC_ALL: "tr_TR.UTF-8",
  };
  const args = ["generate", spec, "--out", there, "--scope", "@case"];
  expect(await runCliProcess(args, { cwd: temporaryFolder(), env })).toMatchObject({ code: 0 });
  expect(readTree(there)).toEqual(readTree(here));
});

import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "openapi-packages";
import { afterAll, beforeAll } from "vitest";
import { repository } from "../../../generator/test/support.ts";
import { mcp, type McpOptions } from "../src/index.ts";
import type { McpDefinition } from "../src/server/index.ts";

/** The description of this repository. */
export const ownDescription: string = join(repository, "spec", "openapi.yaml");

/** A server that was generated for a test. */
export interface Generated {
  /** Of the generated files, in one folder. */
  readonly folder: string;
  readonly definition: McpDefinition;
  readonly notes: readonly string[];
}

/**
 * Generates the server of a description before the tests of a file, and loads it.
 *
 * @param description the text of one, or the path of a file
 * @returns gives it, once the tests run
 */
export function generatedOnce(description: string, options: McpOptions = {}): () => Generated {
  // Outside of node_modules, below which Node takes no TypeScript.
  const folder = mkdtempSync(join(tmpdir(), "openapi-packages-"));
  let made: Generated | undefined;
  beforeAll(async () => {
    made = await generateInto(folder, description, options);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => {
    if (made === undefined) throw new Error("nothing is generated before the tests run");
    return made;
  };
}

async function generateInto(
  folder: string,
  description: string,
  options: McpOptions,
): Promise<Generated> {
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const isText = description.includes("\n");
  const spec = isText ? join(folder, "openapi.yaml") : description;
  if (isText) writeFileSync(spec, description);
  const { notes } = await generate({
    spec,
    out: join(folder, "api"),
    layout: "folder",
    importExtension: "ts",
    formatter: "none",
    name: "test",
    packages: [mcp(options)],
  });
  const path = join(folder, "api", "mcp", "index.ts");
  const loaded = (await import(/* @vite-ignore */ path)) as { definition: McpDefinition };
  return { folder, definition: loaded.definition, notes: notes.map(({ text }) => text) };
}

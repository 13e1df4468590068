import { describe, expect, it } from "vitest";
import { editorNotes } from "../../../generator/src/commands/init/editor-note.ts";
import { lookAtProject } from "../../../generator/src/commands/init/project.ts";
import { temporaryFolder, writeTree } from "../../../generator/test/support.ts";
import { minimal } from "./planned-init.ts";

describe("the line for editors", () => {
  const schema = "node_modules/openapi-packages/description.schema.json";
  const notes = (path: string, text: string): string[] => {
    const folder = temporaryFolder();
    writeTree(folder, { [path]: text });
    return editorNotes(lookAtProject(folder), path);
  };

  it("leads from the description to the schema that is installed", () => {
    expect(notes("openapi.yaml", minimal)).toEqual([expect.stringMatching(`=${schema}$`)]);
    expect(notes("api/v1/pets.yml", minimal)[0]).toContain(`$schema=../../${schema}`);
  });

  it.each([
    ["Yarn, which keeps it in an archive", { "yarn.lock": "" }, 0],
    [
      "Yarn with its linker of Plug'n'Play",
      { "yarn.lock": "", ".yarnrc.yml": "nodeLinker: pnp" },
      0,
    ],
    ["Yarn with node_modules", { "yarn.lock": "", ".yarnrc.yml": "nodeLinker: node-modules" }, 1],
    ["Yarn that has installed there", { "yarn.lock": "", "node_modules/.yarn-state.yml": "" }, 1],
    ["Yarn 1", { "yarn.lock": "# yarn lockfile v1\n" }, 1],
    ["npm", { "package-lock.json": "{}" }, 1],
  ])("leads nowhere but into node_modules, before an installation by %s", (_, files, count) => {
    const folder = temporaryFolder();
    writeTree(folder, { "openapi.yaml": minimal, "package.json": "{}", ...files });
    expect(editorNotes(lookAtProject(folder), "openapi.yaml")).toHaveLength(count);
  });

  it("prints nothing where the file has such a line, or the schema is of no use", () => {
    const line = "# yaml-language-server: $schema=mine.json\n";
    expect(notes("openapi.yaml", `${line}${minimal}`)).toEqual([]);
    expect(notes("openapi.json", "{}")).toEqual([]);
    expect(notes("swagger.yaml", 'swagger: "2.0"\n')).toEqual([]);
    const folder = temporaryFolder();
    // Yarn Plug'n'Play has no node_modules.
    writeTree(folder, { "openapi.yaml": minimal, ".pnp.cjs": "" });
    expect(editorNotes(lookAtProject(folder), "openapi.yaml")).toEqual([]);
    const project = lookAtProject(temporaryFolder());
    expect(editorNotes(project, "https://api.example.com/openapi.yaml")).toEqual([]);
    expect(editorNotes(project, undefined)).toEqual([]);
  });
});

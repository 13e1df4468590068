import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ts } from "ts-morph";
import { repositoryRoot } from "../../repository.ts";

interface LibraryManifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/**
 * Writes the licences of the libraries that are within a bundle: most of them require their text in each copy.
 *
 * @param modules the paths of the files that are within
 * @param target the folder of the bundle
 * @throws {Error} if a library has no licence
 */
export function writeLicences(modules: readonly string[], target: string): void {
  const folders = new Set(modules.flatMap((path) => libraryFolder(path) ?? []));
  // ts-morph has TypeScript without the text of its licence.
  const typescript = sectionOf(join(repositoryRoot, "node_modules", "typescript"), ts.version);
  const sections = [...[...folders].map((library) => sectionOf(library)), typescript].toSorted();
  const text = `# Licences of libraries

These libraries are within the modules of this package.

${sections.join("\n\n")}
`;
  writeFileSync(join(target, "THIRD-PARTY-LICENSES.md"), text);
}

/** Returns the folder of the library that a file belongs to; `undefined` for our own files. */
function libraryFolder(path: string): string | undefined {
  const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? [];
  return folder;
}

function sectionOf(folder: string, bundledVersion?: string): string {
  const text = readFileSync(join(folder, "package.json"), "utf8");
  const { name, version, license } = JSON.parse(text) as LibraryManifest;
  if (license === undefined)
    throw new Error(`${relative(repositoryRoot, folder)}/package.json names no licence`);
  const file = readdirSync(folder).find((one) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(one));
  const own = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim();
  const body = own === "" ? "" : `\n\n\`\`\`text\n${own}\n\`\`\``;
  return `## ${name} ${bundledVersion ?? version}: ${license}${body}`;
}

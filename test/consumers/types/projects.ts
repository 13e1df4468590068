import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repositoryRoot } from "../../../scripts/repository.ts";
import { installInto } from "../by-hand.ts";
import type { Tarball } from "../tarballs.ts";
import type { Check } from "./combinations.ts";

/** Projects of strangers that have what is published, and the programs that they compile. */
export interface Projects {
  folderOf(check: Pick<Check, "project" | "folder">): string;
  dispose(): void;
}

/** The files of programs in each project, by their path there. */
const sources = join(repositoryRoot, "test", "consumers");
const types = join(repositoryRoot, "test", "types");
const programs = {
  module: {
    "application.ts": join(sources, "types", "programs", "application.ts"),
    "mocked.ts": join(sources, "types", "programs", "mocked.ts"),
    "published-app.ts": join(sources, "published-app.ts"),
    "published-types.ts": join(sources, "published-types.ts"),
    ...Object.fromEntries(readdirSync(types).map((name) => [`types/${name}`, join(types, name)])),
  },
  commonjs: {
    "application.ts": join(sources, "types", "programs", "application.ts"),
    "mocked.ts": join(sources, "types", "programs", "mocked.ts"),
    "dynamic-import.ts": join(sources, "types", "programs", "dynamic-import.ts"),
  },
};

/** Makes the projects in a temporary folder, outside of this repository: what they lack is nowhere above them. */
export function installProjects(tarballs: readonly Tarball[]): Projects {
  const root = mkdtempSync(join(tmpdir(), "types-"));
  const peers = {
    "without MSW": ["@types/node", "openapi-fetch"],
    "with MSW": ["@types/node", "openapi-fetch", "msw", "@standard-schema/spec"],
  };
  for (const [project, names] of Object.entries(peers)) {
    const folder = join(root, project);
    installInto(folder, tarballs, names);
    for (const [kind, files] of Object.entries(programs)) {
      mkdirSync(join(folder, kind), { recursive: true });
      const manifest = { private: true, type: kind };
      writeFileSync(join(folder, kind, "package.json"), JSON.stringify(manifest));
      for (const [path, source] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, kind, path)), { recursive: true });
        copyFileSync(source, join(folder, kind, path));
      }
    }
    const entries = entriesOf(join(folder, "node_modules"), tarballs);
    const write = (name: string, specifiers: readonly string[]): void =>
      writeFileSync(join(folder, "module", name), importing(specifiers));
    write(
      "entries.ts",
      entries.filter((one) => !needsOthers.test(one)),
    );
    write(
      "entries-of-others.ts",
      entries.filter((one) => needsOthers.test(one)),
    );
  }
  return {
    folderOf: ({ project, folder }) => join(root, project, folder),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The entries whose declarations are made of MSW's (mocks), or of ts-morph's (emitters). */
const needsOthers =
  /^(?:@genai-app\/mocks|@openapi-packages\/(?:mock|zod|mcp)|openapi-packages(?:\/emitter.*)?)$/;

/** All entries with declarations of all packages, as import specifiers. */
function entriesOf(modules: string, tarballs: readonly Tarball[]): string[] {
  return tarballs.flatMap(({ name, manifest }) => {
    const exported = manifest["exports"] as Record<string, string | { readonly types: string }>;
    return Object.entries(exported).flatMap(([subpath, target]) => {
      if (typeof target === "string") return [];
      const specifier = name + subpath.slice(1);
      if (!subpath.includes("*")) return [specifier];
      const [before = "", after = ""] = target.types.split("*");
      return readdirSync(join(modules, name, before))
        .filter((file) => file.endsWith(after))
        .map((file) => specifier.replace("*", file.slice(0, -after.length)));
    });
  });
}

function importing(specifiers: readonly string[]): string {
  return specifiers
    .map((specifier, index) => `export * as entry${index} from "${specifier}";\n`)
    .join("");
}

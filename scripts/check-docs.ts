import manifest from "../package.json" with { type: "json" };
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { checkCode, checkScripts } from "./docs/check-code.ts";
import { checkFigures } from "./docs/check-figures.ts";
import { checkLinks, type Targets } from "./docs/check-links.ts";
import { checkCodeNames, checkCodePaths, checkPrograms } from "./docs/check-names.ts";
import { checkNavigation } from "./docs/check-navigation.ts";
import { checkStructure } from "./docs/check-structure.ts";
import { anchorsOf } from "./docs/markdown.ts";
import type { NavigationPage } from "./docs/navigation.ts";
import { allPages, readSite } from "./docs/pages.ts";
import {
  listFiles,
  readSources,
  reportFindings,
  repositoryRoot,
  type Finding,
} from "./repository.ts";

/** The page whose examples have errors on purpose; a test of the generator checks them. */
const faults = "generator/DIAGNOSTICS.md";

/** True for Markdown files whose figures are checked: all but the expected output of tests. */
const withFigures = (path: string) => path.endsWith(".md") && !path.startsWith("generator/test/");

/** Checks all pages of the documentation, without building the site: navigation, links, headings, code blocks and figures. */
export function checkDocs(): { findings: Finding[]; pages: number } {
  const files = listFiles();
  const rows = allPages();
  const existing = rows.filter(({ source }) => files.includes(source));
  const sources = readSources(existing.map(({ source }) => source));
  const scripts = Object.keys(manifest.scripts);
  const code = files.filter((path) => path.endsWith(".ts") && !path.includes("/expected/"));
  const names = { sources: readSources(code) };
  const packageOf = programs();
  const findings = [
    ...checkNavigation(rows, files),
    ...checkLinks(sources, targetsOf(files, existing)),
    ...sources.flatMap((source) => [
      ...checkStructure(source),
      ...(source.path === faults ? [] : checkCode(source)),
      ...checkScripts(source, scripts),
      ...checkPrograms(source, packageOf),
    ]),
    ...readSources(["CONTRIBUTING.md"]).flatMap((source) => [
      ...checkCodeNames(source, names),
      ...checkCodePaths(source, names),
    ]),
    ...readSources(files.filter(withFigures)).flatMap(checkFigures),
  ];
  return { findings, pages: rows.length };
}

/** Returns a function that finds the installed package of a program, such as `tsc`. */
function programs(): (program: string) => string | undefined {
  const owners = new Map<string, string>();
  for (const name of Object.keys(manifest.devDependencies)) {
    const path = join(repositoryRoot, "node_modules", name, "package.json");
    const { bin } = JSON.parse(readFileSync(path, "utf8")) as { bin?: string | object };
    const own = name.replace(/^@.*\//, "");
    for (const program of typeof bin === "string" ? [own] : Object.keys(bin ?? {}))
      owners.set(program, name);
  }
  return (program) => owners.get(program);
}

/** Collects the valid targets of links: files, their folders, and the headings and codes of pages. */
function targetsOf(files: readonly string[], rows: readonly NavigationPage[]): Targets {
  const folders = files.flatMap((path) => {
    const names = posix.dirname(path).split("/");
    return names.map((_, index) => names.slice(0, index + 1).join("/"));
  });
  const anchors = readSite(rows).pages.map(({ source, text }) => {
    return [source, new Set(anchorsOf(text))] as const;
  });
  return { paths: new Set([...files, ...folders]), anchors: new Map(anchors) };
}

if (process.argv[1] === import.meta.filename) {
  const { findings, pages } = checkDocs();
  reportFindings(findings, `${pages} pages of the documentation`);
}

import { posix } from "node:path";
import { lineAt, type Finding, type SourceText } from "../repository.ts";

/** The sources that must contain the names of code in the documentation. */
export interface KnownNames {
  /** The TypeScript of the repository. */
  readonly sources: readonly SourceText[];
}

/** Names of other projects, which no source of this repository contains. */
const ofOthers = new Set(["isolatedDeclarations"]);

const compound = /^(?:[a-z]+|[A-Z][a-z]+)(?:[A-Z][a-z]*\d*)+$/;

const wordsOf = (sources: readonly SourceText[]): Set<string> =>
  new Set(sources.flatMap(({ text }) => text.match(/[A-Za-z_$][\w$]*/g) ?? []));

/**
 * Finds names of several words, such as `buildApiModel`, that no source contains. If a numbered step names files, a file
 * in their folders has to contain the name.
 */
export function checkCodeNames(source: SourceText, { sources }: KnownNames): Finding[] {
  const all = wordsOf(sources);
  return paragraphsOf(source).flatMap(({ text, line }) => {
    const inside = quoted({ path: source.path, text });
    // Only the files of steps are those that contain the names; elsewhere a file may be an example.
    const isStep = /^\s*\d+\. /.test(text);
    const patterns = inside
      .filter(({ name }) => isStep && isCodePath(name))
      .map(({ name }) => pathPattern(name));
    const folders = sources
      .filter(({ path }) => patterns.some((pattern) => pattern.test(path)))
      .map(({ path }) => posix.dirname(path));
    const near = sources.filter(({ path }) => folders.includes(posix.dirname(path)));
    const words = near.length === 0 ? all : wordsOf(near);
    return inside.flatMap((one) =>
      compound.test(one.name) && !words.has(one.name) && !ofOthers.has(one.name)
        ? [
            finding(
              source,
              line + one.line - 1,
              `no source ${near.length === 0 ? "" : "of the folders named here "}has ${one.name}`,
            ),
          ]
        : [],
    );
  });
}

/** Finds paths of TypeScript files that do not exist. A path may start at any folder, and use `*` and `{a,b}`. */
export function checkCodePaths(source: SourceText, { sources }: KnownNames): Finding[] {
  return quoted(source).flatMap(({ name, line }) => {
    if (!isCodePath(name)) return [];
    const pattern = pathPattern(name);
    return sources.some(({ path }) => pattern.test(path))
      ? []
      : [finding(source, line, `there is no file ${name}`)];
  });
}

/**
 * Finds programs that `npx` would look for in the wrong package: a program has to belong to a package of the same name or
 * to one that the page installs. TypeScript and the dependencies of this repository are assumed to be installed.
 *
 * @param packageOf returns the package of a program
 */
export function checkPrograms(
  source: SourceText,
  packageOf: (program: string) => string | undefined,
): Finding[] {
  const calls = source.text.matchAll(/\bnpx (?:-{1,2}[\w-]* )*(@?[a-z][\w@./-]*)/g);
  return [...calls].flatMap(({ 1: named = "", index }) => {
    const program = named.replace(/(?<=.)@.*$/, "");
    if (program === "openapi-packages" || program === "tsc") return [];
    const owner = program.startsWith("@") ? program : packageOf(program);
    const isInstalled =
      owner !== undefined && new RegExp(`(?:install|add)\\b[^\\n]* ${owner}\\b`).test(source.text);
    const isOurs =
      /^(?:README|CONTRIBUTING|docs\/packages)\.md$/.test(source.path) && owner !== undefined;
    if (owner === program || isInstalled || isOurs) return [];
    const way = owner === undefined ? "which no package of ours has" : `which is of ${owner}`;
    return [
      finding(source, lineAt(source.text, index), `npx fetches ${program} by that name, ${way}`),
    ];
  });
}

/** Returns the texts between single backticks outside of code blocks. */
function quoted({ text }: SourceText): { readonly name: string; readonly line: number }[] {
  const prose = text.replaceAll(/^( *)(`{3,})[\s\S]*?^\1\2 *$/gm, (block) =>
    block.replaceAll(/[^\n]/g, " "),
  );
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(({ 1: name = "", index }) => ({
    name,
    line: lineAt(prose, index),
  }));
}

const isCodePath = (name: string): boolean => /^[\w./*{},-]+\.tsx?$/.test(name);

/** Returns a pattern for a path that starts at any folder and uses `*` and `{a,b}`. */
function pathPattern(name: string): RegExp {
  const pattern = name
    .replaceAll(/[.+?^$()|[\]\\]/g, "\\$&")
    .replaceAll("*", "[^/]*")
    .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(",", "|")})`);
  return new RegExp(`(?:^|/)${pattern}$`);
}

/** Returns the paragraphs and list items of a page. */
function paragraphsOf({ text }: SourceText): { readonly text: string; readonly line: number }[] {
  const parts = text.matchAll(/(?:(?!\n\n|\n *(?:-|\d+\.) )[\s\S])+/g);
  return [...parts].map(({ 0: part, index }) => ({ text: part, line: lineAt(text, index) }));
}

const finding = ({ path }: SourceText, line: number, message: string): Finding => ({
  path,
  line,
  rule: "names",
  message,
});

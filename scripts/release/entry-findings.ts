import { readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { Tarball } from "./tarball.ts";

/** Checks a tarball with publint: https://publint.dev/rules */
export async function publintFindings({ file }: Tarball): Promise<string[]> {
  const bytes = new Uint8Array(readFileSync(file));
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, level: "suggestion" });
  return messages.map((message) => {
    const text = formatMessage(message, pkg, { color: false });
    return `publint, ${message.type}: ${text ?? message.code}`;
  });
}

/**
 * Checks with @arethetypeswrong/core that TypeScript finds the types of a tarball's modules with each module resolution.
 * The packages are ECMAScript modules for Node 22 and later, so `node10`, which ignores `exports`, need not work, and a
 * `require` of an ECMAScript module is allowed.
 */
export async function typeFindings(tarball: Tarball): Promise<string[]> {
  const found = createPackageFromTarballData(new Uint8Array(readFileSync(tarball.file)));
  const result = await checkPackage(found, { includeEntrypoints: wildcardEntries(tarball) });
  if (result.types === false) return ["attw: has no types"];
  const { problems } = result;
  return [...new Set(problems.filter(isFault).map(problemText))];
}

function isFault(problem: Problem): boolean {
  if (problem.kind === "CJSResolvesToESM") return false;
  const isOfNode10 =
    ("resolutionKind" in problem && problem.resolutionKind === "node10") ||
    ("resolutionOption" in problem && problem.resolutionOption === "node10");
  return !isOfNode10;
}

/** Formats a problem: its kind, the entry or file, and the module resolution: `attw, UntypedResolution, ./client, bundler`. */
function problemText(problem: Problem): string {
  const parts: string[] = ["attw", problem.kind];
  if ("entrypoint" in problem) parts.push(problem.entrypoint, problem.resolutionKind);
  if ("typesFileName" in problem) parts.push(problem.typesFileName);
  if ("fileName" in problem) parts.push(problem.fileName);
  return parts.join(", ");
}

/** Returns one entry for each wildcard in `exports`, which the check would skip otherwise. */
function wildcardEntries({ manifest, contents }: Tarball): string[] {
  return Object.entries(manifest.exports ?? {}).flatMap(([entry, conditions]) => {
    const { types } = conditions as { readonly types?: string };
    if (!entry.includes("*") || types === undefined) return [];
    const pattern = types.replace(/^\.\//, "");
    const path = contents.map((one) => one.path).find((one) => matchesGlob(one, pattern));
    const [before = "", after = ""] = pattern.split("*");
    return path === undefined
      ? [entry]
      : [entry.replace("*", path.slice(before.length, path.length - after.length))];
  });
}

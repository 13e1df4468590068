import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { repositoryRoot } from "../scripts/repository.ts";

/**
 * Writes what a command has found into a page: between `<!-- mark … -->` and `<!-- end of mark -->`.
 *
 * @param path of the page, from this repository's root
 * @throws {Error} for a page without the mark
 */
export async function writeSection(path: string, mark: string, text: string): Promise<void> {
  const file = join(repositoryRoot, path);
  const before = readFileSync(file, "utf8");
  const section = new RegExp(`(<!-- ${mark}\\b[^>]*-->\n)[\\s\\S]*?(<!-- end of ${mark} -->)`);
  if (!section.test(before)) throw new Error(`${path} has no section <!-- ${mark} -->`);
  const after = before.replace(
    section,
    (_, start: string, end: string) => `${start}\n${text}\n\n${end}`,
  );
  const options = await resolveConfig(file);
  writeFileSync(file, await format(after, { ...options, filepath: file }));
}

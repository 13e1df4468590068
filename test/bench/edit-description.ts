import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { loadDocument } from "../../packages/description/src/load/load-document.ts";

/** A description that may be changed: its file, and all files that it is read from. */
export interface DescriptionCopy {
  readonly main: string;
  readonly files: readonly string[];
}

/** Copies a description with the files it refers to, which lie in its folder, into another folder. */
export async function copyDescription(
  description: string,
  folder: string,
): Promise<DescriptionCopy> {
  const place = (file: string) => join(folder, relative(dirname(description), file));
  const { files } = await loadDocument(description);
  for (const file of files) cpSync(file, place(file));
  return { main: place(description), files: files.map(place) };
}

/**
 * Puts a word into the first summary below `paths` that stands in one line of YAML or JSON, each time
 * another one; where there is no summary, into the first description. Answers whether there was one.
 */
export function editText({ main, files }: DescriptionCopy): boolean {
  for (const key of ["summary", "description"])
    for (const file of files) {
      const text = readFileSync(file, "utf8");
      const place = new RegExp(`(?<=\\b${key}"?\\s*:\\s*["']?(?:<p>)?)(?=[A-Za-z])`, "g");
      place.lastIndex = file === main ? Math.max(text.search(/^\s*"?paths"?\s*:/m), 0) : 0;
      const found = place.exec(text);
      if (found === null) continue;
      const word = `Edited${performance.now().toString().replace(".", "")} `;
      writeFileSync(file, text.slice(0, found.index) + word + text.slice(found.index));
      return true;
    }
  return false;
}

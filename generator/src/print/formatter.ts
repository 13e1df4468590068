import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { formatterNames } from "@openapi-packages/cli/options/choices";
import type * as Prettier from "prettier";
import { loadNative, NotInstalledError } from "./native-library.ts";

/** A formatter for generated code. */
export type FormatterName = (typeof formatterNames)[number];

/**
 * Formats a module, whose text is given in parts of whole statements. Its path, relative to the output
 * folder, determines the language.
 */
export type Formatter = (path: string, parts: readonly string[]) => Promise<string>;

const printWidth = 100;

/**
 * Loads a formatter.
 *
 * - `oxfmt`: a native formatter, compatible with Prettier
 * - `prettier`: the Prettier that the project of the output folder installs, with its configuration
 * - `none`: texts stay as they are
 *
 * @param out the output folder
 * @throws {NotInstalledError} if oxfmt has no binary, or the project has no Prettier
 */
export async function loadFormatter(name: FormatterName, out: string): Promise<Formatter> {
  switch (name) {
    case "none":
      return (_path, parts) => Promise.resolve(parts.join(""));
    case "prettier":
      return projectPrettier(resolve(out));
    case "oxfmt":
      return loadNative(
        "oxfmt",
        oxfmt,
        "format with the Prettier of your project: --formatter prettier",
      );
  }
}

async function oxfmt(): Promise<Formatter> {
  const { format } = await import("oxfmt");
  // Formatting loads the binary, so do it once here, where a failure is reported.
  await format("empty.ts", "", {});
  return async (path, parts) => {
    const formatted: string[] = [];
    for (const text of pieces(parts)) {
      const { code, errors } = await format(path, text, { printWidth });
      const [error] = errors;
      if (error !== undefined)
        throw new SyntaxError(`${path} cannot be formatted: ${error.message}`);
      if (code !== "") formatted.push(code);
    }
    return formatted.join("\n");
  };
}

/** The length from which the text of a module is formatted in pieces. */
const longText = 50_000;

/**
 * Joins the parts of a module to few texts, since oxfmt keeps fifty times the memory of the longest one.
 * Each but the first begins with a blank line.
 */
function pieces(parts: readonly string[]): string[] {
  const all: string[] = [];
  let piece = "";
  for (const part of parts) {
    if (piece.length >= longText && part.startsWith("\n")) {
      all.push(piece);
      piece = "";
    }
    piece += part;
  }
  return [...all, piece];
}

async function projectPrettier(folder: string): Promise<Formatter> {
  const { format, resolveConfig } = await importFrom(folder);
  return async (path, parts) => {
    const filepath = join(folder, path);
    const configuration = await resolveConfig(filepath, { editorconfig: true });
    return format(parts.join(""), { ...configuration, filepath });
  };
}

async function importFrom(folder: string): Promise<typeof Prettier> {
  try {
    const entry = createRequire(join(folder, "package.json")).resolve("prettier");
    const loaded = (await import(pathToFileURL(entry).href)) as { default: typeof Prettier };
    return loaded.default;
  } catch (error) {
    const message = `${folder} has no Prettier to format with: npm install --save-dev prettier`;
    throw new NotInstalledError(message, { cause: error });
  }
}

import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { formatterNames } from "@openapi-packages/cli/options/choices";
import type * as Prettier from "prettier";
import { loadNative, NotInstalledError } from "./native-library.ts";

/** A formatter for generated code. */
export type FormatterName = (typeof formatterNames)[number];

/** Formats the text of a module. Its path, relative to the output folder, determines the language. */
export type Formatter = (path: string, text: string) => Promise<string>;

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
      return (_path, text) => Promise.resolve(text);
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
  return async (path, text) => {
    const { code, errors } = await format(path, text, { printWidth });
    const [error] = errors;
    if (error !== undefined) throw new SyntaxError(`${path} cannot be formatted: ${error.message}`);
    return code;
  };
}

async function projectPrettier(folder: string): Promise<Formatter> {
  const { format, resolveConfig } = await importFrom(folder);
  return async (path, text) => {
    const filepath = join(folder, path);
    const configuration = await resolveConfig(filepath, { editorconfig: true });
    return format(text, { ...configuration, filepath });
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

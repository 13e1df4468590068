import { loadFormatter, type Formatter } from "../print/formatter.ts";
import { NotInstalledError } from "../print/native-library.ts";

let formatter: Promise<Formatter> | undefined;

/** Formats code in Prettier's style; returns it as it is where the formatter has no binary, since handlers are the user's to format. */
export async function formatted(text: string): Promise<string> {
  formatter ??= loadFormatter("oxfmt", ".").catch((error: unknown) => {
    if (error instanceof NotInstalledError) return loadFormatter("none", ".");
    throw error;
  });
  return (await formatter)("module.ts", [text]);
}

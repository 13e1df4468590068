import type { EmittedFiles } from "../emit/run-emitters.ts";
import type { GenerateOptions } from "../generate-types.ts";
import type { PrintedFile } from "../print/printed-file.ts";

/**
 * Formats the files of packages and, unless turned off, compiles them.
 * @throws {NotInstalledError} when the formatter or the compiler is not installed
 * @throws {EmitterError} when a file of a user's emitter cannot be printed
 */
export async function printPackages(
  emitted: EmittedFiles,
  {
    layout = "packages",
    compile = true,
    sourceMaps,
    formatter = "oxfmt",
    header,
    out,
  }: GenerateOptions,
): Promise<PrintedFile[]> {
  const [{ namingEmitters }, { loadCompiler }, { loadFormatter }, { printFiles }] =
    await Promise.all([
      import("../emit/run-emitters.ts"),
      import("../print/compile-module.ts"),
      import("../print/formatter.ts"),
      import("../print/print-files.ts"),
    ]);
  const format = await loadFormatter(formatter, out);
  // With the layout `folder`, the project's own tools compile the sources.
  const compiler = compile && layout === "packages" ? await loadCompiler(sourceMaps) : undefined;
  return printFiles(emitted.files, namingEmitters(emitted, format), {
    compile: compiler && namingEmitters(emitted, compiler),
    header,
  });
}

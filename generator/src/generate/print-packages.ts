import type { EmittedFiles } from "../emit/run-emitters.ts";
import type { GenerateOptions } from "../generate-types.ts";
import type { PrintedFile } from "../print/printed-file.ts";

/**
 * Prints the files of packages, formatted and, where it is asked for, compiled.
 *
 * @throws {NotInstalledError} when the formatter or the compiler is not installed
 * @throws {EmitterError} when a file of an emitter of the user cannot be printed
 */
export async function printPackages(
  emitted: EmittedFiles,
  { layout = "packages", compile = true, formatter = "oxfmt", header, out }: GenerateOptions,
): Promise<PrintedFile[]> {
  const [{ namingEmitters }, { loadCompiler }, { loadFormatter }, { printFiles }] =
    await Promise.all([
      import("../emit/run-emitters.ts"),
      import("../print/compile-module.ts"),
      import("../print/formatter.ts"),
      import("../print/print-files.ts"),
    ]);
  const format = await loadFormatter(formatter, out);
  // In a folder, the project's own tools compile the sources.
  const compiler = compile && layout === "packages" ? await loadCompiler() : undefined;
  return printFiles(emitted.files, namingEmitters(emitted, format), {
    compile: compiler && namingEmitters(emitted, compiler),
    header,
  });
}

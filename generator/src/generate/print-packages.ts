import type { EmittedFiles } from "../emit/run-emitters.ts";
import type { GenerateOptions } from "../generate-types.ts";
import type { PrintedFile } from "../print/printed-file.ts";
import type { Phases } from "./phases.ts";

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
    onProgress,
  }: GenerateOptions,
  phases: Phases,
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
  const timed =
    <Text, Made>(name: string, make: Make<Text, Made>): Make<Text, Made> =>
    (path, text) =>
      phases.await(name, () => make(path, text));
  return printFiles(emitted.files, namingEmitters(emitted, timed("format", format)), {
    compile: compiler && namingEmitters(emitted, timed("compile", compiler)),
    header,
    phase: phases.run,
    onPrinted: (done, total) => onProgress?.("print", done, total),
  });
}

/** Makes something of the text of a module. */
type Make<Text, Made> = (path: string, text: Text) => Promise<Made>;

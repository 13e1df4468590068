import { IndentationText, NewLineKind, Project, QuoteKind } from "ts-morph";
import type { ModuleStructure } from "../emit/emitted-file.ts";

/** Prints the structures of whole modules: one at a time is a tenth of the work of adding declarations to a module. */
export class ModulePrinter {
  readonly #project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      newLineKind: NewLineKind.LineFeed,
      quoteKind: QuoteKind.Double,
    },
  });

  /** The text of a module as ts-morph prints it: right, but not laid out. */
  print(structure: ModuleStructure): string {
    const source = this.#project.createSourceFile("/module.ts", structure, { overwrite: true });
    const text = source.getFullText();
    source.forget();
    return text;
  }
}

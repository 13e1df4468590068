import {
  IndentationText,
  NewLineKind,
  Project,
  QuoteKind,
  type StatementStructures,
} from "ts-morph";
import type { ModuleStatement } from "../emit/emitted-file.ts";

/** Prints the statements of whole modules. Printing them one at a time takes ten times as long. */
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

  /**
   * Returns the unformatted text of a module. ts-morph prints structures; statements that are text are kept.
   */
  print(statements: readonly ModuleStatement[]): string {
    const texts: string[] = [];
    let structures: StatementStructures[] = [];
    const printStructures = (): void => {
      if (structures.length > 0) texts.push(this.#printStructures(structures));
      structures = [];
    };
    for (const statement of statements) {
      if (typeof statement !== "string") {
        structures.push(statement);
        continue;
      }
      printStructures();
      texts.push(`${statement}\n`);
    }
    printStructures();
    return texts.join("");
  }

  #printStructures(statements: StatementStructures[]): string {
    const source = this.#project.createSourceFile(
      "/module.ts",
      { statements },
      { overwrite: true },
    );
    const text = source.getFullText();
    source.forget();
    return text;
  }
}

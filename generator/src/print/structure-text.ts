import { IndentationText, NewLineKind, Project, QuoteKind } from "ts-morph";
import type { ModuleStructure } from "../emit/emitted-file.ts";

let project: Project | undefined;

/** The text of a whole TypeScript file, as ts-morph writes it: right, but not yet formatted. */
export function structureText(structure: ModuleStructure): string {
  project ??= new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      newLineKind: NewLineKind.LineFeed,
      quoteKind: QuoteKind.Double,
    },
  });
  const source = project.createSourceFile("/module.ts", structure, { overwrite: true });
  const text = source.getFullText();
  source.forget();
  return text;
}

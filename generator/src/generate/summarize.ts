import type { DatedModel } from "@openapi-packages/compiler/compile/codecs/build-dated-model";
import { errorWarnings } from "@openapi-packages/compiler/compile/errors/error-warnings";
import {
  uniqueDiagnostics,
  type Diagnostic,
} from "@openapi-packages/description/diagnostics/diagnostics";
import type { GenerateOptions } from "../generate-types.ts";
import type { OpenApiDocument } from "@openapi-packages/description/load/load-document";
import { exampleWarnings } from "@openapi-packages/compiler/mock/answers/example-warnings";
import type { RefusedExample } from "@openapi-packages/compiler/mock/answers/mock-answer";
import type { PrintedFile } from "../print/printed-file.ts";
import type { ProjectImports } from "../project/project-imports.ts";
import { strictly } from "@openapi-packages/description/diagnostics/strict";
import { manifestFolder } from "../write/manifest.ts";
import type { ChosenImports, RunSummary } from "../write/run-state.ts";
import type { LaidOutFiles } from "./emit-files.ts";
import { refuseErrors } from "./read-model.ts";

/**
 * Summarizes a run before anything is written.
 * @throws {DiagnosticsError} when `strict` makes errors of warnings that are only found in the
 * emitted files
 */
export function summarize(
  document: OpenApiDocument,
  { model, diagnostics }: DatedModel,
  { prepared, parts, emitted, imports, importedPackages }: LaidOutFiles,
  printed: readonly PrintedFile[],
  options: GenerateOptions,
): RunSummary {
  const { layout, strict } = options;
  const relevant = diagnostics.filter(({ code }) => isRelevant(code, parts));
  const found = foundDiagnostics(document, relevant, { prepared, parts }, options);
  refuseErrors(strictly(found, strict));
  const isPathsAlone = arePathsAlone(parts);
  const operations = model.groups.flatMap((group) => group.operations);
  return {
    warnings: found.filter(({ severity }) => severity === "warning"),
    infos: found.filter(({ severity }) => severity === "info"),
    operations: operations.length,
    schemas: model.schemas.length,
    ...countFiles(printed),
    leftOut: document.leftOut,
    undeclaredPages: undeclaredPages(model, parts),
    notes: emitted.notes,
    importedPackages,
    ...(layout === "folder" && !isPathsAlone ? { imports: chosen(imports) } : {}),
  };
}

/** The warnings of schemas that take validators long, and nothing else. */
const slowToValidate: ReadonlySet<string> = new Set(["pattern-slow", "schema-slow"]);

/** Leaves out what is said of validators where a run writes none, such as for a client alone. */
const isRelevant = (code: string, parts: LaidOutFiles["parts"]): boolean =>
  parts.has("validators") || parts.has("webhookValidators") || !slowToValidate.has(code);

/**
 * Returns all diagnostics of a run, with those of what its parts need: examples are for mocks, those without an answer
 * only for constants, and bodies of errors for servers.
 *
 * @param diagnostics those of the document and the model
 */
export function foundDiagnostics(
  { locate }: Pick<OpenApiDocument, "locate">,
  diagnostics: readonly Diagnostic[],
  { prepared, parts }: Pick<LaidOutFiles, "prepared" | "parts">,
  { mockExamples }: Pick<GenerateOptions, "mockExamples">,
): Diagnostic[] {
  const refused = (): readonly RefusedExample[] => [
    ...prepared.mock.refused,
    ...(mockExamples === true ? prepared.examples().refused : []),
  ];
  const ofPlans = [
    ...(parts.has("mocks") ? exampleWarnings(refused(), locate) : []),
    ...(parts.has("contract") ? errorWarnings(prepared.unfilledErrors, locate) : []),
  ];
  return uniqueDiagnostics([...diagnostics, ...ofPlans]);
}

/** Returns the ids of operations whose lists have pages that the description does not declare. */
export const undeclaredPages = (
  { groups }: DatedModel["model"],
  parts: LaidOutFiles["parts"],
): string[] =>
  arePathsAlone(parts)
    ? []
    : groups
        .flatMap(({ operations }) => operations)
        .filter((one) => one.hasUndeclaredPages)
        .map(({ id }) => id);

/** The module of paths imports nothing and calls nothing. */
const arePathsAlone = (parts: LaidOutFiles["parts"]): boolean =>
  [...parts].every((part) => part === "paths");

/** Counts the files of each package, and the list of them that is written beside them. */
function countFiles(printed: readonly PrintedFile[]): Pick<RunSummary, "files" | "parts"> {
  const parts: Record<string, number> = {};
  for (const { path, isCompiled } of printed) {
    if (isCompiled === true) continue;
    const folder = manifestFolder(path);
    parts[folder] = (parts[folder] ?? 1) + 1;
  }
  return { files: Object.values(parts).reduce((sum, count) => sum + count, 0), parts };
}

const chosen = ({ extension, tsconfig }: ProjectImports): ChosenImports =>
  tsconfig === undefined ? { extension } : { extension, tsconfig };

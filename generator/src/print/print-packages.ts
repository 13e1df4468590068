import { declareHere, type Declare } from "../emit/contract/schema-types.ts";
import { emitPackages } from "../emit/emitters.ts";
import type { EmitOptions } from "../emit/emitted-file.ts";
import type { RefusedExample } from "../mock/answers/mock-answer.ts";
import { refusedExamples } from "../mock/answers/mock-answers.ts";
import type { StageListener } from "../generate-types.ts";
import type { ApiModel } from "../model/api-model.ts";
import type { TextCache } from "../write/text-cache.ts";
import { printFiles, type PrintedFile } from "./print-files.ts";

/** The files of packages, and the examples that mocks could not answer with. */
export interface PrintedPackages {
  readonly printed: readonly PrintedFile[];
  readonly refused: readonly RefusedExample[];
}

/**
 * Emits and prints all packages.
 *
 * @param declare who makes the declarations of schemas that have no layout here
 */
export async function printPackages(
  model: ApiModel,
  options: EmitOptions,
  cache: TextCache,
  onStage: StageListener,
  declare: Declare = declareHere,
): Promise<PrintedPackages> {
  const timed: Declare = async (task) => {
    const asked = performance.now();
    const made = await declare(task);
    onStage("schema types", performance.now() - asked);
    return made;
  };
  const start = performance.now();
  const files = await emitPackages(model, { ...options, cache }, timed);
  const emitted = performance.now();
  onStage("emit", emitted - start);
  const printed = await printFiles(files, cache);
  cache.save();
  onStage("print", performance.now() - emitted);
  return { printed, refused: refusedExamples(model) };
}

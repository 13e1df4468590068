import { Worker } from "node:worker_threads";
import { emitters, threads } from "../emit/emitters.ts";
import type { EmitOptions } from "../emit/emitted-file.ts";
import type { RefusedExample } from "../emit/mocks/mock-answer.ts";
import { refusedExamples } from "../emit/mocks/mock-answers.ts";
import type { StageListener } from "../generate-types.ts";
import type { ApiModel } from "../model/api-model.ts";
import { openTextCache, type CachePlace, type TextCache } from "../write/text-cache.ts";
import { printFiles, type PrintedFile } from "./print-files.ts";

/** What the second thread is sent. */
export interface ThreadTask {
  readonly model: ApiModel;
  readonly options: EmitOptions;
  readonly emitters: readonly string[];
  readonly cache: CachePlace | undefined;
}

/** The files of packages, and the examples that mocks could not answer with. */
export interface PrintedPackages {
  readonly printed: readonly PrintedFile[];
  readonly refused: readonly RefusedExample[];
}

/** What it sends back. */
export interface ThreadResult extends PrintedPackages {
  readonly stages: readonly (readonly [stage: string, milliseconds: number])[];
  readonly usedEntries: readonly string[];
}

/**
 * Emits and prints all packages, those of a large description on two threads: validators with the
 * mocks that they check, and all the rest. The bytes are the same.
 */
export async function printPackages(
  model: ApiModel,
  options: EmitOptions,
  cache: TextCache,
  { isLarge, onStage }: { readonly isLarge: boolean; readonly onStage: StageListener },
): Promise<PrintedPackages> {
  const [here, there] = threads;
  if (!isLarge) return printEmitters(model, options, [...here, ...there], cache, onStage);
  const task = { model, options, emitters: there, cache: cache.place };
  const elsewhere = printOnThread(task);
  // Waited for below; a fault on this thread comes first and must not leave the other one unheard.
  elsewhere.catch(() => {});
  const { printed, refused } = await printEmitters(model, options, here, cache, onStage);
  const result = await elsewhere;
  for (const [stage, milliseconds] of result.stages)
    onStage(`${stage}, second thread`, milliseconds);
  cache.keep(result.usedEntries);
  return {
    printed: [...printed, ...result.printed],
    refused: [...refused, ...result.refused],
  };
}

/** Emits and prints the files of some emitters, in their order. */
export async function printEmitters(
  model: ApiModel,
  options: EmitOptions,
  names: readonly string[],
  cache: TextCache,
  onStage: StageListener,
): Promise<PrintedPackages> {
  const start = performance.now();
  const files = names.flatMap((name) => emitters[name]?.(model, options) ?? []);
  const emitted = performance.now();
  onStage("emit", emitted - start);
  const printed = await printFiles(files, cache);
  onStage("print", performance.now() - emitted);
  return { printed, refused: refusedExamples(model) };
}

/** Does a task on this thread, with a view of the cache of its own. */
export async function runTask(task: ThreadTask): Promise<ThreadResult> {
  const cache = openTextCache(task.cache);
  const stages: [string, number][] = [];
  const packages = await printEmitters(task.model, task.options, task.emitters, cache, (...stage) =>
    stages.push(stage),
  );
  return { ...packages, stages, usedEntries: cache.usedEntries() };
}

function printOnThread(task: ThreadTask): Promise<ThreadResult> {
  // The sources are TypeScript, the published files are not.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const worker = new Worker(new URL(`./print-thread.${extension}`, import.meta.url), {
    workerData: task,
  });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the printing thread ended with ${code}`)));
  });
}

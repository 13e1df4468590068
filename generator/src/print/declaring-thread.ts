import { Worker } from "node:worker_threads";
import type { Declaration, DeclarationTask } from "../emit/contract/declare-schemas.ts";
import type { Declare } from "../emit/contract/schema-types.ts";

/** A thread that declares schemas once, and is loaded while this one still reads the description. */
export interface DeclaringThread {
  readonly declare: Declare;
  /** Ends the thread, whatever it does. */
  end(): void;
}

/** Starts a thread that {@link DeclaringThread.declare} gives its work. */
export function startDeclaringThread(): DeclaringThread {
  // The sources are TypeScript, the published files are not.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const worker = new Worker(new URL(`./declare-thread.${extension}`, import.meta.url));
  const result = new Promise<ReadonlyMap<string, Declaration>>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the declaring thread ended with ${code}`)));
  });
  // Heard by whoever asks for declarations; nobody may.
  result.catch(() => {});
  return {
    declare(task: DeclarationTask) {
      worker.postMessage(task);
      return result;
    },
    end: () => void worker.terminate(),
  };
}

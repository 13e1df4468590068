import { parentPort } from "node:worker_threads";
import { declareSchemas, type DeclarationTask } from "../emit/contract/declare-schemas.ts";

// The module that the second thread runs; see declaring-thread.ts.
parentPort?.once("message", (task: DeclarationTask) => {
  parentPort?.postMessage(declareSchemas(task));
});

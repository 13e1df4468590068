import { parentPort, workerData } from "node:worker_threads";
import { runTask, type ThreadTask } from "./print-packages.ts";

// The module that the second thread runs; see print-packages.ts.
parentPort?.postMessage(await runTask(workerData as ThreadTask));

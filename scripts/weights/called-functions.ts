import { join } from "node:path";
import { run } from "../release/run.ts";
import { repositoryRoot } from "../repository.ts";
import type { Weight } from "./weight.ts";

/** Counts the functions of the runtime and the generated client that a GET calls. */
export function measureCalledFunctions(): Weight[] {
  const program = join(import.meta.dirname, "get-call.ts");
  const condition = "--conditions=@openapi-packages/source";
  const output = run(repositoryRoot, process.execPath, condition, program);
  return [{ name: "a GET, functions called", value: Number(output) }];
}

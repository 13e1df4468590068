import { join } from "node:path";
import { run } from "../release/run.ts";
import { repositoryRoot } from "../repository.ts";
import type { Weight } from "./weight.ts";

/** Counts the functions of ours that a GET of the client calls, and the server for a POST on `node:http`. */
export function measureCalledFunctions(): Weight[] {
  const condition = "--conditions=@openapi-packages/source";
  const count = (program: string): number =>
    Number(run(repositoryRoot, process.execPath, condition, join(import.meta.dirname, program)));
  return [
    { name: "a GET, functions called", value: count("get-call.ts") },
    { name: "a POST to the server, functions called", value: count("post-answer.ts") },
  ];
}

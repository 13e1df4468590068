import { join } from "node:path";
import { run } from "../release/run.ts";
import { repositoryRoot } from "../repository.ts";

/** The folder, from the repository's root, with a page for each operation of the description after {@link makeReference}. */
export const referenceFolder = "node_modules/.cache/reference/contract/dist/reference";

/** Generates the contract, whose reference is not committed, into a folder of the cache. */
export function makeReference(): void {
  const cli = join(repositoryRoot, "generator/src/cli.ts");
  const out = join(repositoryRoot, "node_modules/.cache/reference");
  const options = ["--out", out, "--scope", "@genai-app", "--force"];
  run(repositoryRoot, process.execPath, cli, "generate", "spec/openapi.yaml", ...options);
}

import { join } from "node:path";
import { run } from "../release/run.ts";
import { repositoryRoot } from "../repository.ts";

/** The folder with a page for each operation, which {@link makeReference} creates; from the repository's root. */
export const referenceFolder = "node_modules/.cache/reference/contract/dist/reference";

/** Generates the contract with its reference, which is not committed, into the cache. */
export function makeReference(): void {
  const cli = join(repositoryRoot, "generator/src/cli.ts");
  const out = join(repositoryRoot, "node_modules/.cache/reference");
  const options = ["--out", out, "--scope", "@genai-app", "--reference", "--force"];
  run(repositoryRoot, process.execPath, cli, "generate", "spec/openapi.yaml", ...options);
}

import { execFile } from "node:child_process";
import { join } from "node:path";

const repository = join(import.meta.dirname, "..");

/**
 * Returns what a compiler says of the project in a folder; nothing where it is content. The projects of other tests have the
 * other processors, and each thread of TypeScript 7 would check the declarations of libraries for itself.
 *
 * @param folder - has a `tsconfig.json`
 * @param compiler - its folder in `node_modules`
 */
export function typeCheck(folder: string, compiler = "typescript-7"): Promise<string> {
  const tsc = join(repository, "node_modules", compiler, "bin", "tsc");
  const threads = compiler === "typescript-7" ? ["--singleThreaded"] : [];
  const node = join(repository, "node_modules", ".bin", "node");
  const args = [tsc, "-p", folder, "--pretty", "false", ...threads];
  return new Promise((resolve) => {
    execFile(node, args, { cwd: folder, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      resolve(stdout + stderr || (error === null ? "" : error.message));
    });
  });
}

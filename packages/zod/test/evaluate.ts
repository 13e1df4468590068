import { posix } from "node:path";
import { transformSync } from "esbuild";
import { printEmitter } from "openapi-packages/emitter/testing";
import type { ApiModel } from "openapi-packages/emitter";
import * as zodLibrary from "zod";
import { zod } from "../src/index.ts";

/** What a generated module exports. */
export type Exports = Readonly<Record<string, zodLibrary.ZodType>>;

/** The schemas that the emitter makes of a model, running: the exports of its modules, by path. */
export async function evaluated(model: ApiModel): Promise<(path: string) => Exports> {
  const files = await printEmitter(zod(), model);
  const loaded = new Map<string, { exports: Exports }>();
  const load = (path: string): Exports => {
    const known = loaded.get(path);
    if (known !== undefined) return known.exports;
    const module: { exports: Exports } = { exports: {} };
    loaded.set(path, module);
    const { code } = transformSync(files.get(path) ?? "", { loader: "ts", format: "cjs" });
    const require = (specifier: string): unknown =>
      specifier === "zod" ? zodLibrary : load(posix.join(posix.dirname(path), specifier));
    // Code that was generated for the test alone.
    const run = new Function("require", "module", "exports", code) as (...all: unknown[]) => void;
    run(require, module, module.exports);
    return module.exports;
  };
  return load;
}

import nodeModule from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder } from "@openapi-packages/description/files/cache-folder";

// Compiling all modules takes longer than an unchanged run, so V8's compile cache is kept next to the installation.
// Node 22.0 does not have it, and some installations cannot be written to: then modules are compiled each time.
const folder = cacheFolder(dirname(fileURLToPath(import.meta.url)));
if (folder !== undefined) nodeModule.enableCompileCache?.(join(folder, "compiled"));

const { runProcess } = await import("./main.ts");
await runProcess();

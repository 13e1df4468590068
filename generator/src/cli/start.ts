import nodeModule from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder } from "../write/cache-folder.ts";

// To compile all modules takes longer than an unchanged run: what V8 makes of them is kept with the
// installation. Where it cannot be kept, and by Node 22.0, they are compiled.
const folder = cacheFolder(dirname(fileURLToPath(import.meta.url)));
if (folder !== undefined) nodeModule.enableCompileCache?.(join(folder, "compiled"));

const { runProcess } = await import("./main.ts");
await runProcess();

/** Writes the URL of each module that a process loads into the file `RECORDED_MODULES`. Loaded with `--import`. */
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env["RECORDED_MODULES"];
if (file === undefined) throw new Error("RECORDED_MODULES names no file");
registerHooks({
  load(url, context, nextLoad) {
    // At once, since a signal may end the process.
    appendFileSync(file, `${url}\n`);
    return nextLoad(url, context);
  },
});

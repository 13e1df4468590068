import { execFileSync } from "node:child_process";
import { join } from "node:path";

const [description = "", folder = ""] = process.argv.slice(2);
const run = (name: string, ...given: string[]) => {
  const program = join(import.meta.dirname, "node_modules/.bin", name);
  execFileSync(process.execPath, [program, ...given], { stdio: ["ignore", "ignore", "inherit"] });
};
// It reads one file.
const bundled = join(folder, "bundled.json");
run("redocly", "bundle", description, "-o", bundled);
run("oazapfts", bundled, join(folder, "api.ts"));

// FAULT=<id> in the environment plants one mistake; without it the service is right.
import { readFileSync } from "node:fs";

const ids: string[] = JSON.parse(
  readFileSync(new URL("./faults.json", import.meta.url), "utf8"),
).map((f: { id: string }) => f.id);
const active = process.env.FAULT || "";

if (active !== "" && !ids.includes(active)) {
  process.stderr.write(`unknown fault ${active}\n`);
  process.exit(2);
}

export function fault(id: string): boolean {
  return active === id;
}

import { readFileSync } from "node:fs";

const known = JSON.parse(readFileSync(new URL("faults.json", import.meta.url), "utf8")) as {
  id: string;
}[];

const chosen = process.env["FAULT"] ?? "";

if (chosen !== "" && !known.some((fault) => fault.id === chosen)) {
  throw new Error(`FAULT=${chosen} is none of faults.json`);
}

/** Whether the service runs with this fault. */
export function faulty(id: string): boolean {
  return chosen === id;
}

// One switchable fault per process, chosen by the environment variable FAULT.
import { readFileSync } from "node:fs";

const known: { id: string }[] = JSON.parse(
  readFileSync(new URL("./faults.json", import.meta.url), "utf8"),
);
const chosen = process.env.FAULT ?? "";

if (chosen && !known.some((f) => f.id === chosen)) {
  console.error(`unknown fault: ${chosen}`);
  process.exit(2);
}

export const fault = (id: string): boolean => chosen === id;

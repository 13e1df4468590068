import { readFileSync } from "node:fs";

const known: { id: string }[] = JSON.parse(
  readFileSync(new URL("./faults.json", import.meta.url), "utf8"),
);
const active = process.env.FAULT ?? "";

if (active !== "" && !known.some((f) => f.id === active)) {
  console.error(`unknown fault: ${active}`);
  process.exit(2);
}

/** True when the given fault is switched on for this process. */
export function on(id: string): boolean {
  return active === id;
}

/** Stands for a round trip to storage. */
export function roundTrip(): Promise<void> {
  return new Promise((done) => setTimeout(done, 25));
}

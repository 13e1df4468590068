// Print shop ordering API. PORT: 0 or absent = any free port. FAULT: id of one planted fault, absent = none.
import { readFileSync } from "node:fs";
import "./papers.ts";
import "./addresses.ts";
import "./artworks.ts";
import "./orders.ts";
import "./order-actions.ts";
import "./account.ts";
import { activeFault } from "./core.ts";
import { start } from "./http.ts";

const list = JSON.parse(readFileSync(new URL("./faults.json", import.meta.url), "utf8")) as {
  id: string;
}[];
if (activeFault() !== "" && !list.some((f) => f.id === activeFault())) {
  console.error(`unknown FAULT ${activeFault()}`);
  process.exit(1);
}
start(Number(process.env.PORT ?? 0));

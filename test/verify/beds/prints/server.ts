// Print shop ordering API. PORT: 0 or absent = any free port. FAULT: id of one planted fault, absent = none.
import { readFileSync } from "node:fs";
import { addAccountRoutes } from "./account.ts";
import { addAddressRoutes } from "./addresses.ts";
import { addArtworkRoutes } from "./artworks.ts";
import { activeFault } from "./core.ts";
import { start } from "./http.ts";
import { addOrderActionRoutes } from "./order-actions.ts";
import { addOrderRoutes } from "./orders.ts";
import { addPaperRoutes } from "./papers.ts";

const list = JSON.parse(readFileSync(new URL("./faults.json", import.meta.url), "utf8")) as {
  id: string;
}[];
if (activeFault() !== "" && !list.some((f) => f.id === activeFault())) {
  console.error(`unknown FAULT ${activeFault()}`);
  process.exit(1);
}
addPaperRoutes();
addAddressRoutes();
addArtworkRoutes();
addOrderRoutes();
addOrderActionRoutes();
addAccountRoutes();
start(Number(process.env.PORT ?? 0));

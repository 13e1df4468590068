import { ConsolePage } from "./browser/console-page.ts";
import { FaultView } from "./browser/fault-view.ts";
import { OperationView } from "./browser/operation-view.ts";
import { PageTools } from "./browser/page-tools.ts";
import { RequestDetails } from "./browser/request-details.ts";
import { RequestList } from "./browser/request-list.ts";
import { StateView } from "./browser/state-view.ts";

/*
 * The text of these classes is the page's script. Each uses what it is given and what browsers have, and no
 * other part of its module: imports of theirs are of types alone.
 */
const parts = {
  PageTools,
  RequestList,
  RequestDetails,
  OperationView,
  FaultView,
  StateView,
  ConsolePage,
};

const start = `const page = new PageTools();
new ConsolePage(page, {
  list: new RequestList(page),
  details: new RequestDetails(page),
  operations: new OperationView(page),
  faults: new FaultView(page),
  state: new StateView(page),
}).start();`;

/** The script of the console's page. Loaders that keep the names of functions call `__name` in them. */
export const browserScript = [
  '"use strict";',
  "const __name = (value) => value;",
  ...Object.entries(parts).map(([name, part]) => `const ${name} = ${part};`),
  start,
].join("\n");

import { ConsolePage } from "./browser/console-page.ts";
import { FaultWords } from "./browser/fault-words.ts";
import { FaultView } from "./browser/fault-view.ts";
import { OperationView } from "./browser/operation-view.ts";
import { PageTools } from "./browser/page-tools.ts";
import { RequestDetails } from "./browser/request-details.ts";
import { RequestList } from "./browser/request-list.ts";
import { SendView } from "./browser/send-view.ts";
import { StateView } from "./browser/state-view.ts";

/**
 * The source text of these classes is the page's script. They only use their parameters and what browsers
 * provide, and import only types.
 */
const parts = {
  PageTools,
  RequestList,
  RequestDetails,
  OperationView,
  FaultWords,
  FaultView,
  SendView,
  StateView,
  ConsolePage,
};

const start = `const page = new PageTools();
new ConsolePage(page, {
  list: new RequestList(page),
  details: new RequestDetails(page),
  operations: new OperationView(page),
  send: new SendView(page),
  faults: new FaultView(page, new FaultWords()),
  state: new StateView(page),
}).start();`;

/**
 * The script of the console's page. It defines `__name`, which loaders that keep the names of functions insert.
 */
export const browserScript = [
  '"use strict";',
  "const __name = (value) => value;",
  ...Object.entries(parts).map(([name, part]) => `const ${name} = ${part};`),
  start,
].join("\n");

import { expect, test } from "vitest";
import { verifiedApi, type VerifiedOperation } from "../../src/description/verified-api.ts";
import { needRulesOf } from "../../src/server/cases/rules/needed-members.ts";
import { orderRulesOf } from "../../src/server/cases/rules/ordered-members.ts";
import { stateTests } from "../../src/server/cases/states/state-tests.ts";
import { describe as read } from "../support.ts";
import { orders } from "./order-description.ts";

async function apiOf(id: string, sentence: string, conflict?: string, state?: string) {
  const api = verifiedApi(await read(orders(id, sentence, conflict, state)));
  return { api, operation: api.find(id) as VerifiedOperation };
}

async function statesOf(
  id: string,
  sentence: string,
  conflict?: string,
  state?: string,
): Promise<string[]> {
  const { api } = await apiOf(id, sentence, conflict, state);
  const { tests = [] } = stateTests(api, "Order") ?? {};
  const own = tests.filter(({ write }) => write.operation.id === id);
  return own.flatMap(({ rules }) =>
    rules.map(({ kind, states, to }) =>
      [`${kind} ${states.join(", ")}`, ...(to === undefined ? [] : [`to ${to.join(", ")}`])].join(
        " ",
      ),
    ),
  );
}

test.each<[string, string, string[]]>([
  ["changeOrder", "Only drafts and `open` orders can be changed (409).", ["only draft, open"]],
  [
    "changeOrder",
    "An order that is in progress or cancelled is not changed any more.",
    ["never in_progress, cancelled"],
  ],
  ["changeOrder", "A canceled order cannot be changed.", ["never cancelled"]],
  ["changeOrder", "Once it is cancelled, an order can no longer be edited.", ["never cancelled"]],
  ["deleteOrder", "It cannot be deleted while it is in progress.", ["never in_progress"]],
  ["deleteOrder", "**Drafts** may be deleted.", ["may draft"]],
  [
    "deleteOrder",
    "An order that is open or in progress is not deleted: 409.",
    ["never open, in_progress"],
  ],
  ["deleteOrder", "An order in progress is not deleted (409).", ["never in_progress"]],
  [
    "moveOrder",
    "All other moves are refused with 409. In particular, an order in progress is not cancelled.",
    ["never in_progress to cancelled"],
  ],
  ["moveOrder", "A cancelled order cannot be opened.", []],
  ["moveOrder", "Drafts cannot be cancelled.", ["never draft to cancelled"]],
  ["deleteOrder", "Only possible while the order is a draft.", ["only draft"]],
  [
    "cancelOrder",
    "Drafts, open orders and in-progress orders can be cancelled.",
    ["may draft, open, in_progress"],
  ],
  ["cancelOrder", "`cancelled` is final.", ["final cancelled"]],
  ["moveOrder", "Cancelling needs a reason, and is final: it stays listed.", ["final cancelled"]],
  ["moveOrder", "The cancellation of an order cannot be undone.", ["final cancelled"]],
  [
    "changeOrder",
    "A cancelled order can neither be opened, changed nor deleted again, which is answered with 409.",
    ["never cancelled"],
  ],
  ["deleteOrder", "Cancelled orders cannot be changed or deleted.", ["never cancelled"]],
  [
    "addLine",
    "The answer is 409 with the code `order_open` for an open order, and with `order_gone` for a cancelled one.",
    ["never open", "never cancelled"],
  ],
  [
    "changeOrder",
    "The answer is 409 with the code `order_gone` if the order is cancelled, `text_taken` if another order has the text.",
    ["never cancelled"],
  ],
  [
    "createShipment",
    "An order that does not exist is refused with 422, and a cancelled one with 409 and the code `order_gone`.",
    ["never cancelled"],
  ],
  [
    "cancelOrder",
    "Refused with 409: an order that is cancelled already; one without lines.",
    ["never cancelled"],
  ],
  ["deleteOrder", "An order that is cancelled already is refused with 409.", ["never cancelled"]],
  [
    "addLine",
    "Only orders with status open take lines, and a line comes once per order (409 otherwise).",
    ["only open"],
  ],
  ["addLine", "Only drafts and open orders may get lines.", ["only draft, open"]],
  ["createShipment", "Only orders in state `open` have shipments (else 409).", ["only open"]],
  ["cancelOrder", "Refused with 409 `not_open` if the order is not open.", ["only open"]],
  ["cancelOrder", "Not possible while the order is not in status `open`.", ["only open"]],
  ["cancelOrder", "It is refused when it is not a draft or open.", ["only draft, open"]],
  ["cancelOrder", "409 when the order is cancelled.", ["never cancelled"]],
  ["addLine", "409 `order_gone` once the order is cancelled.", ["never cancelled"]],
  ["changeOrder", "409 conflict while the order is in progress.", []],
  ["cancelOrder", "Cancels an order that is `open`; other orders are refused.", ["only open"]],
  ["addLine", "Lines can only be added to drafts.", ["only draft"]],
  ["addLine", "Adds a line to a draft order; others are refused with 409.", ["only draft"]],
  ["createShipment", "Only open orders are shipped.", ["only open"]],
  ["createShipment", "Drafts cannot be shipped.", ["never draft"]],
  [
    "createShipment",
    "An order in any other status (`draft`, `in_progress` or `cancelled`) is answered with 409 `wrong_state`.",
    ["never draft, in_progress, cancelled"],
  ],
  [
    "deleteOrder",
    "An order in one of the other states (`draft` or `open`) is answered with 409.",
    ["never draft, open"],
  ],
  [
    "createShipment",
    "A `draft` or `cancelled` order is answered with 409.",
    ["never draft, cancelled"],
  ],
  [
    "createShipment",
    "An order that is not open is answered with 409 `wrong_state`.",
    ["only open"],
  ],
  ["cancelOrder", "An order that is not `open` is refused with 409.", ["only open"]],
  [
    "cancelOrder",
    "Only orders in status (`draft` or `open`) can be cancelled.",
    ["only draft, open"],
  ],
  ["addLine", "A cancelled order takes no lines (409).", ["never cancelled"]],
  ["addLine", "After `cancelled`, nothing more is added.", ["never cancelled"]],
  ["deleteLine", "Only lines of drafts can be deleted, and its text is gone.", ["only draft"]],
  [
    "deleteLine",
    "It can only be deleted while the order is a draft or open.",
    ["only draft, open"],
  ],
])("%s: %s", async (id, sentence, rules) => {
  expect(await statesOf(id, sentence)).toEqual(rules);
});

const others = "Any other change of it is refused with 409.";

test.each<[string, string[]]>([
  [
    `From \`draft\` it goes to \`open\` or \`cancelled\`, and from open to \`in_progress\`. ${others}`,
    [
      "never draft to in_progress",
      "never open to cancelled",
      "never in_progress to open, cancelled",
      "never cancelled to open, in_progress",
    ],
  ],
  [
    `draft → open → in_progress → cancelled. ${others}`,
    [
      "never draft to in_progress, cancelled",
      "never open to cancelled",
      "never in_progress to open",
      "never cancelled to open, in_progress",
    ],
  ],
  [
    "It can only be changed from `draft` to `open` and from `open` to `draft`. A cancelled order stays so.",
    [
      "never draft to in_progress, cancelled",
      "never open to in_progress, cancelled",
      "never in_progress to open, cancelled",
      "never cancelled to open, in_progress",
      "final cancelled",
    ],
  ],
  [
    `A draft may become open or cancelled, an open one in_progress, and an \`in_progress\` one cancelled. ${others}`,
    [
      "never draft to in_progress",
      "never open to cancelled",
      "never in_progress to open",
      "never cancelled to open, in_progress",
    ],
  ],
  // Without a word on other moves; with one that is not understood, or is an exception.
  ["From `draft` it goes to `open`, and from `open` to `in_progress`.", []],
  [`From \`draft\` it goes to \`open\`. Open orders get cancelled at night. ${others}`, []],
  [
    `From \`draft\` it goes to \`open\`. An admin may also cancel, except drafts, which get \`in_progress\`. ${others}`,
    [],
  ],
  [`draft → open or in_progress → cancelled. ${others}`, []],
  [`A draft may become open or cancelled, an open one hardly cancelled. ${others}`, []],
])("moves that are refused: %s", async (sentence, rules) => {
  expect(await statesOf("moveOrder", sentence)).toEqual(rules);
});

test.each<[string, string[]]>([
  ["`too-late`: cancelled before", ["never cancelled"]],
  ["Already cancelled.", ["never cancelled"]],
  ["It was cancelled earlier.", ["never cancelled"]],
  ["`order-cancelled`; `order-late`: it is too late", ["never cancelled"]],
  // A code that something explains, or of something else.
  ["`order-cancelled`: the order was cancelled by the customer", []],
  ["`line-cancelled`; `order-late`: it is too late", []],
  ["The order was cancelled before the first delivery.", []],
])(
  "reads in short words and codes in which states an operation conflicts: %s",
  async (said, rules) => {
    expect(await statesOf("cancelOrder", "", said)).toEqual(rules);
  },
);

test("reads what is said of the states where an operation chooses them", async () => {
  const states = async (id: string): Promise<string[]> =>
    statesOf(id, "", undefined, "Where it stands. Cancelled orders stay so.");
  expect(await states("moveOrder")).toEqual(["final cancelled"]);
  expect(await states("deleteOrder")).toEqual([]);
});

async function emptyOf(id: string, sentence: string): Promise<string[]> {
  const { api } = await apiOf(id, sentence);
  const { tests = [] } = stateTests(api, "Order") ?? {};
  const own = tests.filter(({ write }) => write.operation.id === id);
  return own.flatMap(({ empty }) => empty.map(({ child, to = [] }) => [child, ...to].join(" ")));
}

test.each<[string, string, string[]]>([
  ["moveOrder", "An order without lines is not opened nor in progress: 422.", []],
  ["moveOrder", "An order without lines is not in progress: 422.", ["line in_progress"]],
  ["moveOrder", "An order without lines is not cancelled: 422.", ["line cancelled"]],
  ["moveOrder", "An order without lines cannot be cancelled.", ["line cancelled"]],
  ["cancelOrder", "An order that has no lines yet cannot be cancelled.", ["line"]],
  ["cancelOrder", "Only orders with at least one line can be cancelled.", ["line"]],
  ["cancelOrder", "The order needs a line before it can be cancelled.", ["line"]],
  ["cancelOrder", "Refused with 422: an order without lines.", ["line"]],
  // No refusal, another act, an exception, or more than is understood.
  ["cancelOrder", "An order without lines is not cancelled.", []],
  ["cancelOrder", "An order without lines cannot be deleted.", []],
  ["cancelOrder", "An order without lines cannot be cancelled, unless it is new.", []],
  ["cancelOrder", "An order without open lines cannot be cancelled.", []],
])("records that have nothing below them, %s: %s", async (id, sentence, rules) => {
  expect(await emptyOf(id, sentence)).toEqual(rules);
});

test("reads in which states an operation conflicts, but not for a change of some members", async () => {
  const conflict = "The order is cancelled already.";
  expect(await statesOf("cancelOrder", "", conflict)).toEqual(["never cancelled"]);
  expect(await statesOf("changeOrder", "", conflict)).toEqual([]);
});

test.each<[string, string]>([
  // Another operation, or another thing.
  ["changeOrder", "A cancelled order cannot be deleted."],
  ["changeOrder", "A cancelled order cannot be listed."],
  ["deleteLine", "Only drafts can be deleted."],
  ["addLine", "Lines of drafts can be deleted."],
  // Only a part of it, or with an exception.
  [
    "changeOrder",
    "Of a cancelled order only the `note` can be changed: others are refused with 409.",
  ],
  ["changeOrder", "Only drafts can be changed by readers."],
  ["changeOrder", "Only drafts can be changed, unless `force` is true."],
  ["deleteOrder", "Only drafts can be deleted (or orders of today)."],
  ["deleteOrder", "Drafts that are older than a day cannot be deleted."],
  ["deleteOrder", "A cancelled order cannot be deleted within an hour."],
  ["deleteOrder", "An open order is not deleted: it stays for 90 days."],
  ["moveOrder", "An order in progress is not cancelled."],
  ["moveOrder", "The order in progress is cancelled, and all other moves are refused with 409."],
  ["deleteOrder", "A cancelled order can neither be changed nor listed again."],
  ["moveOrder", "Packing is final."],
  ["moveOrder", "Cancelling is final for today."],
  ["addLine", "The answer is 409 if the order is open and full."],
  ["addLine", "The answer is 409 with the code `full` for an order with ten lines."],
  // What becomes of it, and what cannot be understood as a whole.
  ["cancelOrder", "The order is cancelled, and can be opened again."],
  ["cancelOrder", "An open window cannot be cancelled."],
  ["cancelOrder", "Open orders and orders in status `draft` can be cancelled."],
  ["cancelOrder", "When the order is cancelled, it is not listed any more."],
  ["createOrder", "The order is a draft, and stays open until it is cancelled."],
  ["changeOrder", "A cancelled order is not shown."],
  // Another thing, more than its states, or no refusal.
  ["addLine", "Only orders with status open take shipments."],
  ["addLine", "Only orders with status open take lines of today."],
  ["addLine", "Only orders with status open take lines (or those of an admin)."],
  ["deleteLine", "Only orders with status open take lines."],
  ["deleteLine", "A cancelled order takes no lines."],
  ["cancelOrder", "Refused with 409 `not_open` if the order is not open and paid."],
  ["cancelOrder", "Refused with 409 `not_open` if the order is not open yet."],
  ["cancelOrder", "Refused with 404 if the order is not open."],
  ["cancelOrder", "409 when the order is cancelled by an admin."],
  ["cancelOrder", "409 when the order is cancelled, unless `force` is true."],
  ["cancelOrder", "404 when the order is cancelled."],
  ["createOrder", "409 when the order is cancelled."],
  // Another answer, or another state.
  ["createShipment", "A `draft` order is answered with 404."],
  ["createShipment", "An order that is not open is answered with 202."],
  ["createShipment", "An order that is not open yet is answered with 409."],
  ["createShipment", "An order in any other status (but not `open`) is answered with 409."],
  // Sentences that contradict each other are understood otherwise.
  ["deleteOrder", "Only drafts can be deleted. Drafts cannot be deleted."],
])("does not read more than is said, %s: %s", async (id, sentence) => {
  expect(await statesOf(id, sentence)).toEqual([]);
});

test.each<[string, string[]]>([
  ["`lastDay` must not be before `first_day`: 422.", ["first_day lastDay"]],
  ["The order must be valid, and lastDay is not before first_day.", ["first_day lastDay"]],
  ["`max` must be at least `min`.", ["min max"]],
  ["`min` must be less than `max`, otherwise 422.", ["min max"]],
  ["`min` cannot exceed `max`.", ["min max"]],
  // Words of English, another relation, and exceptions.
  ["The max number must not be below min charge.", []],
  ["`max` must not be the same as `min`.", []],
  ["`lastDay` is shown before `first_day`.", []],
  ["`lastDay` must not be before `first_day` unless `kind` is `gift`.", []],
  ["`max` must not be below `min`. `min` must not be below `max`.", []],
])("order of two members: %s", async (sentence, pairs) => {
  const { api, operation } = await apiOf("changeOrder", sentence);
  const rules = orderRulesOf(api, operation);
  expect(rules.map(({ lower, upper }) => `${lower} ${upper}`)).toEqual(pairs);
});

test.each<[string, string[]]>([
  ["A gift needs a note that is not empty (422).", ["gift note"]],
  ["`note` is required when `kind` is `gift`.", ["gift note"]],
  ["`note` is required for `pick_up`, and only allowed then.", ["pick_up note"]],
  ["If `kind` is `gift`, `note` is required.", ["gift note"]],
  // Something else, or not what has to be.
  ["A gift has a note.", []],
  ["`note` is required when `kind` is `gift` unless it is small.", []],
  ["`card` is required when `kind` is `gift`.", []],
  ["`note` is not required when `kind` is `gift`.", []],
  ["A guest needs a note.", []],
])("what a value needs: %s", async (sentence, needs) => {
  const { api, operation } = await apiOf("createOrder", sentence);
  const rules = needRulesOf(api, operation);
  expect(rules.map(({ value, needed }) => `${value} ${needed}`)).toEqual(needs);
});

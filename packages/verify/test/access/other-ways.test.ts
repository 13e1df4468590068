import type { Description } from "@openapi-packages/compiler";
import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { orders, orderService, type OrderFault, type OrderHabit } from "./orders.ts";

const description = await read(orders);

async function messagesOf(
  way?: OrderFault | OrderHabit,
  of: Description = description,
): Promise<string[]> {
  const report = await verifyServer({
    description: of,
    server: { fetch: orderService(...(way === undefined ? [] : [way])) },
    credentials: { key: "ada" },
    otherCredentials: { key: "bob" },
    replay: ["createOrder/other-principal", "putWord/other-principal"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.operationId}: ${one.message}`);
}

test.each<[OrderHabit | undefined]>([
  [undefined],
  ["deletes what is not there"],
  ["shows all words to all"],
  ["shows all orders and papers to all"],
])("what is the caller's, or for all, has no failure: %s", async (habit) => {
  expect(await messagesOf(habit)).toEqual([]);
});

test("papers may be for whoever knows their place, where the download says so", async () => {
  const open = orders.replace("The paper as it was sent.", "Anyone who has the address gets it.");
  expect(await messagesOf("gives papers of others", await read(open))).toEqual([]);
});

test.each<[OrderFault, string, string]>([
  [
    "finds the orders of others by their number",
    "findOrder: shows another principal's Order",
    "Order",
  ],
  ["gives papers of others", "showPaper: gives a file of another principal's Order", "Order"],
  [
    "lists the words of all by prefix",
    "listWords: lists another principal's Word by prefix",
    "Word",
  ],
  [
    "counts the words of all by prefix",
    "listWords: counts another principal's Word by prefix: 1 items, and shows 0",
    "Word",
  ],
  ["deletes the words of others", "deleteWord: deletes another principal's Word", "Word"],
])("finds a service that %s", async (fault, message, name) => {
  expect(await messagesOf(fault)).toEqual([
    `${message}; if others may, name ${name} in sharedResources`,
  ]);
});

test("finds an order by the member that has the name of the parameter, without a link", async () => {
  const unlinked = orders.replace(/\n +links: .*/, "");
  const fault = "finds the orders of others by their number";
  expect(await messagesOf(fault, await read(unlinked))).toHaveLength(1);
});

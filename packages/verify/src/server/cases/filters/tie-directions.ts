import { sentencesOf } from "../../../description/said.ts";
import type { Probe } from "../../../run/probe.ts";
import { keyIn } from "../../../records/record-keys.ts";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { Exchange } from "../../../wire/exchange.ts";
import { withLargePages } from "../pages/list-pages.ts";
import { walkList } from "../pages/walk.ts";
import { shownValue, type ListPlace } from "./list-place.ts";
import { sortTests, sortText, type SortTest } from "./sorting.ts";

/** The most pages that are read of a list. */
const mostPages = 3;

const alike = /\b(?:equal|same|alike|ties?|tied)\b/i;
const ofCreation = /\border (?:of|in which)\b[^.]*\b(?:creat|made|add|insert)/i;
const anyDirection =
  /\b(?:whatever|regardless of|irrespective of|independent of|not depending on|in (?:both|either|each)) (?:the )?directions?\b|\bwhether\b[^,.]*\b(?:up or down|upwards or downwards|ascending(?:ly)? or descending)/i;

/** Returns the sentence by which items that a sorting does not tell apart have one order in both directions. */
export function sentenceOfTies({ api, operation: { model } }: ListPlace): string | undefined {
  const parameters = model.parameters.map(({ description }) => description);
  const said = sentencesOf(
    model.summary,
    model.description,
    ...parameters,
    api.description.model.description,
  );
  return said.find((one) => alike.test(one) && anyDirection.test(one) && ofCreation.test(one));
}

/** Asks for a list in both directions of each of its orders: items that are alike stand in one order. 2 requests for an order. */
export async function tiesInBothDirections(
  probe: Probe,
  place: ListPlace,
  sentence: string,
): Promise<void> {
  const { operation, state, api } = place;
  const { input } = await probe.records.inputFor(operation, false);
  if (input === undefined) return;
  const read = async ({ query }: Pick<SortTest, "query">) => {
    const asked = { ...input, query: { ...input.query, ...query } };
    const large = withLargePages(api, operation, asked);
    return walkList(probe, operation, large, mostPages);
  };
  const { items } = await read({ query: {} });
  const tests = sortTests(place, state.filters ?? [], items.filter(isObject) as never);
  for (const up of tests.filter(({ direction }) => direction === "asc")) {
    const down = tests.find((one) => one.member === up.member && one.direction === "desc");
    if (down === undefined) continue;
    const [first, second] = [await read(up), await read(down)];
    const { at: _, ...own } = state;
    const groups = [first, second].map((walk) =>
      Map.groupBy(walk.items, (item) => isObject(item) && getMember(item, up.member)),
    );
    for (const [value, same] of groups[0] ?? []) {
      if (typeof value !== "string" && typeof value !== "number") continue;
      const keys = same.map((one) => keyIn(api, own, one));
      const others = groups[1]?.get(value)?.map((one) => keyIn(api, own, one)) ?? [];
      const shared = keys.filter((one) => one !== undefined && others.includes(one));
      const turned = others
        .filter((one) => shared.includes(one))
        .find((one, index) => one !== shared[index]);
      if (turned === undefined) continue;
      report(
        probe,
        place,
        [...first.exchanges, ...second.exchanges],
        `${sortText(down)} gives ${turned} and others with the same ${up.member}, ${shownValue(value)}, in another order than ${sortText(up)}: the description says ${JSON.stringify(sentence)}`,
      );
      return;
    }
  }
}

function report(
  probe: Probe,
  { operation }: ListPlace,
  exchanges: readonly Exchange[],
  message: string,
): void {
  const { pointer } = operation.model;
  probe.report({ check: "sort", message, pointer }, operation, exchanges);
}

import type { Case, CaseContext } from "../../../run/case.ts";
import { FilteredList } from "./filtered-list.ts";
import { statesOrder } from "./stated-order.ts";
import { sentenceOfTies, tiesInBothDirections } from "./tie-directions.ts";
import { flagsOf, verifyFlag } from "./flags.ts";

/**
 * Tests filters and orders of lists, whose parameters name members of the items: what a filter excludes is not there,
 * what it includes is, and sorted is sorted. One or two requests for a filter, at most 6 for orders, and those for
 * creating four records that differ. Flags such as `has_photo`, which name no member, are asked for both ways, and so are
 * orders that do not tell apart all items, where a sentence says how those stand in both.
 */
export function* filterCases({ api }: CaseContext): Generator<Case> {
  for (const operation of api.operations) {
    const state = api.description.mock.state?.operations[operation.id];
    if (state?.kind !== "list" || state.at === undefined) continue;
    const place = { api, operation, state };
    for (const flag of flagsOf(place))
      yield {
        id: `${operation.id}/filters/${flag.name}`,
        operations: [operation],
        aims: ["2XX"],
        run: (probe) => verifyFlag(probe, place, flag),
      };
    const ofTies = state.filters?.some(({ test }) => test === "sort")
      ? sentenceOfTies(place)
      : undefined;
    if (ofTies !== undefined)
      yield {
        id: `${operation.id}/filters/ties`,
        operations: [operation],
        aims: ["2XX"],
        run: (probe) => tiesInBothDirections(probe, place, ofTies),
      };
    if (state.filters !== undefined || statesOrder(operation))
      yield {
        id: `${operation.id}/filters`,
        operations: [operation],
        aims: ["2XX"],
        run: (probe) => new FilteredList(probe, place).verify(),
      };
  }
}

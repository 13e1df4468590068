import type { Case, CaseContext } from "../../../run/case.ts";
import { listPages } from "./list-pages.ts";
import { PagedList } from "./paged-list.ts";
import { steadyCursorCases } from "./steady-cursors.ts";

/**
 * Tests lists with pages, declared (`x-pagination`) or told by parameters and members: with the default page size,
 * with pages of two, with a full last page, and with one item more than fits on a page. About 10 requests for a
 * list, and those for creating records.
 */
export function* pageCases(context: CaseContext): Generator<Case> {
  const { api } = context;
  for (const operation of api.operations) {
    const list = listPages(api, operation);
    if (list !== undefined)
      yield {
        id: `${operation.id}/pages`,
        operations: [operation],
        aims: ["2XX"],
        run: (probe) => new PagedList(probe, operation, list).verify(),
      };
  }
  yield* steadyCursorCases(context);
}

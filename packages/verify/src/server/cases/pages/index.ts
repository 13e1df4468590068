import type { Case, CaseContext } from "../../../run/case.ts";
import { PagedList } from "./paged-list.ts";

/**
 * Tests lists with declared pagination (`x-pagination`): with the default page size, with pages of two, with a
 * full last page, and with one item more than fits on a page. About 10 requests for a list, and those for
 * creating records.
 */
export function* pageCases({ api }: CaseContext): Generator<Case> {
  for (const operation of api.operations)
    if (operation.mock.operation.pagination !== undefined)
      yield {
        id: `${operation.id}/pages`,
        operations: [operation],
        aims: ["2XX"],
        run: (probe) => new PagedList(probe, operation).verify(),
      };
}

import type { Case, CaseContext } from "../../../run/case.ts";
import { PagedList } from "./paged-list.ts";

/**
 * Lists whose pages are declared (`x-pagination`): read as they come, with pages of two, with the last page full, and with
 * one item more than a page takes. Some 10 requests for a list, and those that make records for it.
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

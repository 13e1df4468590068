import { toPointer } from "@openapi-packages/description/json/json";
import type { Parameter } from "@openapi-packages/description/model/api-model";
import type { FilterDescriptor } from "@openapi-packages/mock/description";
import type { PaginationDescriptor } from "@openapi-packages/runtime";
import type { OperationView } from "./operation-view.ts";
import { isRecord, type Shape, type Shapes } from "./shapes.ts";
import { plainName, wordList } from "./words.ts";

/** The names of parameters by what they ask for, the likeliest first. */
const parameterNames = {
  page: wordList("page page_number page_no page_num page_index"),
  size: wordList(
    "per_page page_size limit size page_limit max_results max_items max_keys " +
      "results_per_page items_per_page take top",
  ),
  offset: wordList("offset skip page_offset"),
  after: wordList("starting_after after_id page_after after"),
  cursor: wordList(
    "cursor page_token next_token continuation_token marker next_cursor page_cursor " +
      "next_page_token pagination_token",
  ),
};

/** The names of members beside the list by what they say. */
const memberNames = {
  page: wordList("page page_number current_page page_no page_index"),
  pageSize: wordList("per_page page_size limit size items_per_page"),
  pageCount: wordList("total_pages page_count num_pages last_page"),
  totalCount: wordList(
    "total_count total total_items total_results total_elements total_records total_entries",
  ),
  offset: wordList("offset skip"),
  limit: wordList("limit page_size per_page size"),
  nextPage: wordList("next_page"),
  previousPage: wordList("previous_page prev_page"),
  nextOffset: wordList("next_offset"),
  hasMore: wordList("has_more has_next has_next_page"),
  nextCursor: wordList(
    "next_cursor next_page_token next_token continuation_token next_marker end_cursor next after",
  ),
};

type Role = keyof typeof memberNames;

/** The members in which services put what they say of a page. */
const holders = new Set(
  wordList("meta metadata pagination paging page page_info cursors pager result_info"),
);

/** The names of query parameters that ask for a part of a list. The time filter `after` is none of them. */
export const pagingNames: ReadonlySet<string> = new Set([
  ...Object.values(parameterNames)
    .flat()
    .filter((name) => name !== "after"),
  ...wordList("ending_before next"),
]);

/** A list whose pages are sought. */
export interface PagedPlace {
  /** The JSON pointer of the list in the answer. */
  readonly at: string;
  readonly filters: readonly FilterDescriptor[];
  /** The member that identifies an item, which may be the cursor. */
  readonly key: string | undefined;
}

/**
 * Returns how a list without declared pagination is paged, by the names and types of its parameters and of
 * the members beside it, and by its `Link` header; `undefined` if nothing asks for a part of it. The name of
 * the offset is empty if only a size can be asked for.
 */
export function pagesOf(
  view: OperationView,
  { at, filters, key }: PagedPlace,
  shapes: Shapes,
): PaginationDescriptor | undefined {
  const { operation, answer } = view;
  if (operation.pagination !== undefined || answer === undefined) return undefined;
  const taken = new Set(filters.map(({ parameter }) => parameter));
  const open = operation.parameters.filter(
    ({ name, in: location, schema }) =>
      location === "query" && !taken.has(name) && shapes.described(schema).values === undefined,
  );
  const asked = (role: keyof typeof parameterNames): string | undefined =>
    nameIn(open, parameterNames[role]);
  const said = saidBeside(answer, at, shapes);
  const page = asked("page");
  const size = asked("size");
  const limit = size === undefined ? {} : { limit: size };
  if (hasLinks(view)) {
    const request = { ...(page && { page }), ...(size && { pageSize: size }) };
    return { style: "link", request, response: { items: at, ...said("totalCount") } };
  }
  const cursor = asked("cursor") ?? asked("after");
  const next = said("nextCursor");
  if (cursor !== undefined && "nextCursor" in next) {
    const response = { items: at, ...next, ...said("hasMore", "totalCount") };
    return { style: "cursor", request: { cursor, ...limit }, response };
  }
  const after = asked("after");
  if (after !== undefined && key !== undefined) {
    const response = { items: at, itemCursor: toPointer([key]), ...said("hasMore") };
    return { style: "cursor", request: { cursor: after, ...limit }, response };
  }
  if (page !== undefined) {
    const beside = said("page", "pageSize", "pageCount", "totalCount", "nextPage", "previousPage");
    const request = { page, ...(size && { pageSize: size }) };
    return { style: "page", request, response: { items: at, ...beside } };
  }
  const offset = asked("offset");
  if (offset === undefined && size === undefined) return undefined;
  const beside = said("offset", "limit", "totalCount", "nextOffset");
  return {
    style: "offset",
    request: { offset: offset ?? "", ...limit },
    response: { items: at, ...beside },
  };
}

/** Returns the name of the first parameter with one of several plain names. */
function nameIn(parameters: readonly Parameter[], wanted: readonly string[]): string | undefined {
  return wanted
    .map((one) => parameters.find(({ name }) => plainName(name) === one)?.name)
    .find((name) => name !== undefined);
}

/** Returns a function that finds the JSON pointers of what an answer says of its page. */
function saidBeside(
  answer: Shape,
  list: string,
  shapes: Shapes,
): <Name extends Role>(...roles: readonly Name[]) => { [One in Name]?: string } {
  const members = membersBeside(answer, "", shapes).filter(({ at }) => at !== list);
  return (...roles) => {
    const found: { [One in Role]?: string } = {};
    for (const role of roles) {
      const fitting = members.filter(({ shape }) => isFit(role, shape));
      const member = memberNames[role]
        .map((wanted) => fitting.find(({ name }) => plainName(name) === wanted))
        .find((one) => one !== undefined);
      if (member !== undefined) found[role] = member.at;
    }
    return found;
  };
}

interface MemberBeside {
  readonly name: string;
  readonly at: string;
  readonly shape: Shape;
}

/** Returns the members of an answer, those of its holders after its own. */
function membersBeside(body: Shape, above: string, shapes: Shapes): MemberBeside[] {
  const own = [...body.properties].map(([name, schema]) => ({
    name,
    at: above + toPointer([name]),
    shape: shapes.of(schema),
  }));
  const depth = above.split("/").length;
  const inner = own
    .filter(({ name, shape }) => depth < 3 && holders.has(plainName(name)) && isRecord(shape))
    .flatMap(({ at, shape }) => membersBeside(shape, at, shapes));
  return [...own, ...inner];
}

/** True if a member may say what its name promises. */
function isFit(role: Role, { types, format, example }: Shape): boolean {
  if (role === "hasMore") return types.size === 0 || types.has("boolean");
  const isNumber = types.has("integer") || types.has("number");
  if (role !== "nextCursor") return types.size === 0 || isNumber || types.has("string");
  const isAddress = format?.startsWith("uri") === true || /^(https?:|[/?])/.test(String(example));
  return !isAddress && (types.size === 0 || isNumber || types.has("string"));
}

/** True if a success documents the header `Link`. */
function hasLinks({ operation }: OperationView): boolean {
  const success = operation.responses.find(({ status }) => status.startsWith("2"));
  return success?.headers.some(({ name }) => name.toLowerCase() === "link") === true;
}

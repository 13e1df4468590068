import { resolvePointer } from "../json-pointer.ts";
import { getMember } from "../members.ts";
import type { OperationDescriptor, PaginationDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import { OperationCall } from "./call.ts";
import type { ClientCore } from "./core.ts";
import { PaginationError } from "./errors.ts";
import type { CallInput, CallOptions, PageCall } from "./types.ts";

/** Calls a list operation that is paged; see `call`. */
export function callPages<Item, Output, Result extends AnyResult>(
  core: ClientCore,
  operation: OperationDescriptor,
  input: CallInput = {},
  options: CallOptions = {},
): PageCall<Item, Output, Result> {
  return new PagedCall(core, operation, input, options);
}

class PagedCall<Item, Output, Result extends AnyResult>
  extends OperationCall<Output, Result>
  implements PageCall<Item, Output, Result>
{
  readonly #next: (query: object) => PagedCall<Item, Output, Result>;
  readonly #operation: OperationDescriptor;
  readonly #query: object | undefined;

  constructor(
    core: ClientCore,
    operation: OperationDescriptor,
    input: CallInput,
    options: CallOptions,
  ) {
    super(core, operation, input, options);
    this.#next = (query) => new PagedCall(core, operation, { ...input, query }, options);
    this.#operation = operation;
    this.#query = input.query;
  }

  pages(): AsyncGenerator<Output, void, undefined> {
    return followPages(this);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const { items } = declaredPagination(this.#operation).response;
    for await (const page of this.pages()) yield* itemsOf(this.#operation, items, page) as Item[];
  }

  /** The call of the page behind this one; `undefined` behind the last. */
  after(page: Output): PagedCall<Item, Output, Result> | undefined {
    const pagination = declaredPagination(this.#operation);
    const next = nextPage(this.#operation, pagination, this.#query, page);
    return next && this.#next({ ...this.#query, [next.parameter]: next.value });
  }
}

async function* followPages<Item, Output, Result extends AnyResult>(
  first: PagedCall<Item, Output, Result>,
): AsyncGenerator<Output, void, undefined> {
  let current: PagedCall<Item, Output, Result> | undefined = first;
  while (current) {
    const page: Output = await current.output();
    yield page;
    current = current.after(page);
  }
}

function declaredPagination(operation: OperationDescriptor): PaginationDescriptor {
  if (operation.pagination) return operation.pagination;
  throw new PaginationError(operation, "no pagination is declared");
}

function itemsOf(operation: OperationDescriptor, pointer: string, page: unknown): unknown[] {
  const items = resolvePointer(page, pointer);
  if (Array.isArray(items)) return items;
  throw new PaginationError(operation, `there is no list of items at ${pointer}`);
}

interface NextPage {
  readonly parameter: string;
  readonly value: string | number;
}

/** The query parameter that leads to the page behind this one; `undefined` behind the last. */
function nextPage(
  operation: OperationDescriptor,
  pagination: PaginationDescriptor,
  query: object | undefined,
  page: unknown,
): NextPage | undefined {
  const length = itemsOf(operation, pagination.response.items, page).length;
  if (length === 0) return undefined;
  const step =
    pagination.style === "page"
      ? stepPage(pagination, query, page)
      : stepOffset(pagination, query, page, length);
  if (step === undefined) return undefined;
  if (!(step.next > step.current)) {
    const reason = `the next page (${step.next}) is not behind the current one (${step.current})`;
    throw new PaginationError(operation, reason);
  }
  const parameter = operation.parameters?.find(
    ({ in: location, name }) => location === "query" && name === step.parameter,
  );
  const isText = (parameter?.shape ?? "string") === "string";
  return { parameter: step.parameter, value: isText ? String(step.next) : step.next };
}

interface Step {
  readonly parameter: string;
  readonly current: number;
  readonly next: number;
}

function stepPage(
  { request, response }: Extract<PaginationDescriptor, { style: "page" }>,
  query: object | undefined,
  page: unknown,
): Step | undefined {
  const sent = toNumber(getMember(query, request.page));
  const current = numberAt(page, response.page) ?? sent ?? 1;
  const pageCount = numberAt(page, response.pageCount);
  if (pageCount !== undefined && current >= pageCount) return undefined;
  const next = response.nextPage === undefined ? current + 1 : numberAt(page, response.nextPage);
  return next === undefined ? undefined : { parameter: request.page, current, next };
}

function stepOffset(
  { request, response }: Extract<PaginationDescriptor, { style: "offset" }>,
  query: object | undefined,
  page: unknown,
  length: number,
): Step | undefined {
  const sent = toNumber(getMember(query, request.offset));
  const current = numberAt(page, response.offset) ?? sent ?? 0;
  const totalCount = numberAt(page, response.totalCount);
  if (totalCount !== undefined && current + length >= totalCount) return undefined;
  const next =
    response.nextOffset === undefined ? current + length : numberAt(page, response.nextOffset);
  return next === undefined ? undefined : { parameter: request.offset, current, next };
}

function numberAt(page: unknown, pointer: string | undefined): number | undefined {
  return pointer === undefined ? undefined : toNumber(resolvePointer(page, pointer));
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : undefined;
}

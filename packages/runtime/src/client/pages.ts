import { resolvePointer } from "../json-pointer.ts";
import { isObject } from "../members.ts";
import type { PaginationDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import { OperationCall } from "./call.ts";
import type { ClientCore } from "./core.ts";
import { linkedPage } from "./linked-page.ts";
import { hasAll, isLeading, nextPage } from "./next-page.ts";
import { jsonInput, type ClientOperation } from "./operation.ts";
import { PaginationError } from "./pagination-error.ts";
import type { CallInput, CallOptions, PageCall } from "./types.ts";

/** Calls a paged list operation; see `call`. */
export function callPages<Item, Output, Result extends AnyResult>(
  core: ClientCore,
  operation: ClientOperation,
  input: CallInput = {},
  options: CallOptions = {},
): PageCall<Item, Output, Result> {
  return new PagedCall(core, operation, input, options);
}

/** The call of one page, which leads to the pages after it. */
class PagedCall<Item, Output, Result extends AnyResult>
  extends OperationCall<Output, Result>
  implements PageCall<Item, Output, Result>
{
  readonly #core: ClientCore;
  readonly #options: CallOptions;
  /** The parameters that requested this page, from the page before. */
  #position: string | undefined;
  #received: Response | undefined;
  /** The number of items on the pages before this one. */
  #before = 0;
  /** The number of items on the page before this one. */
  #size = 0;

  constructor(
    core: ClientCore,
    operation: ClientOperation,
    input: CallInput,
    options: CallOptions,
  ) {
    super(core, operation, input, options);
    this.#core = core;
    this.#options = options;
  }

  protected override async receive(): Promise<Output> {
    const output = await super.receive();
    this.#received = await this.response();
    return output;
  }

  pages(): AsyncGenerator<Output, void, undefined> {
    return followPages(this.defer());
  }

  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return followItems(this.operation, this.pages());
  }

  /**
   * Returns the deferred call of the next page. `undefined` after the last page, and for a page that came
   * before.
   *
   * @param page the body of this call.
   * @param seen the positions of the pages so far. The next one's is added.
   * @throws {PaginationError} when the page contradicts the declared pagination.
   */
  after(
    page: Output,
    seen = new Set([this.#position]),
  ): PagedCall<Item, Output, Result> | undefined {
    const call = this.#next(page);
    if (!call || seen.has(call.#position)) return undefined;
    seen.add(call.#position);
    return call;
  }

  #next(page: Output): PagedCall<Item, Output, Result> | undefined {
    const { operation, input } = this;
    const pagination = declaredPagination(operation);
    // Positions are found and counted in JSON, which has no other numbers.
    const { query, body } = jsonInput(operation, { ...input, body: page, contentType: "" });
    const items = itemsOf(operation, pagination, body);
    const received = this.#before;
    if (pagination.style === "link") {
      if (hasAll(pagination, { body, items, received })) return undefined;
      const linked = linkedPage(this.#core, operation, input, this.#received);
      return linked && this.#at(linked.address, items.length, linked.core, linked.operation, input);
    }
    const current = { query, body, items, received, size: this.#size };
    const next = nextPage(operation, pagination, current);
    if (!next) return undefined;
    const nextInput = { ...input, query: { ...input.query, [next.parameter]: next.value } };
    return this.#at(String(next.value), items.length, this.#core, operation, nextInput);
  }

  #at(
    position: string,
    size: number,
    core: ClientCore,
    operation: ClientOperation,
    input: CallInput,
  ): PagedCall<Item, Output, Result> {
    const call = new PagedCall<Item, Output, Result>(core, operation, input, this.#options);
    call.#position = position;
    call.#before = this.#before + size;
    call.#size = size;
    return call.defer();
  }
}

async function* followPages<Item, Output, Result extends AnyResult>(
  first: PagedCall<Item, Output, Result>,
): AsyncGenerator<Output, void, undefined> {
  const seen = new Set<string | undefined>();
  let firstText: string | undefined;
  let previousText: string | undefined;
  let alike = 0;
  let isLed = false;
  for (let call: PagedCall<Item, Output, Result> | undefined = first; call;) {
    const { operation } = call;
    const page: Output = await call.output();
    const pagination = declaredPagination(operation);
    const items = itemsOf(operation, pagination, page);
    const text = textOf(operation, items);
    // A service that does not know the page, or ignores the parameter, repeats the last or the first one.
    const isRepeated = text === previousText || text === firstText;
    if (isRepeated && canTell(operation, items, isLed)) return;
    alike = isRepeated ? alike + 1 : 0;
    if (alike > mostAlike)
      throw new PaginationError(operation, `${mostAlike} pages on end have the same items`);
    firstText ??= text;
    previousText = text;
    isLed = isLeading(pagination, page);
    yield page;
    call = call.after(page, seen);
  }
}

/** The longest run of equal pages that is accepted where their items cannot be told apart. */
const mostAlike = 100;

/**
 * True if an equal page must be a repetition: its items are distinct, and they are records where the
 * previous answer located the page.
 */
const canTell = (operation: ClientOperation, items: readonly unknown[], isLed: boolean): boolean =>
  (!isLed || isObject(items[0])) &&
  new Set(items.map((item) => textOf(operation, item))).size === items.length;

/** Returns the JSON of a value that was read from an answer. */
const textOf = (operation: ClientOperation, body: unknown): string =>
  JSON.stringify(jsonInput(operation, { body, contentType: "application/json" }).body);

async function* followItems<Item>(
  operation: ClientOperation,
  pages: AsyncIterable<unknown>,
): AsyncGenerator<Item, void, undefined> {
  for await (const page of pages)
    yield* itemsOf(operation, declaredPagination(operation), page) as Item[];
}

function declaredPagination(operation: ClientOperation): PaginationDescriptor {
  if (operation.pagination) return operation.pagination;
  throw new PaginationError(operation, "no pagination is declared");
}

function itemsOf(
  operation: ClientOperation,
  { response }: PaginationDescriptor,
  page: unknown,
): unknown[] {
  const items = resolvePointer(page, response.items);
  if (Array.isArray(items)) return items;
  throw new PaginationError(operation, `there is no list of items at "${response.items}"`);
}

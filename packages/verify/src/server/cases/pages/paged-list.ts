import type { CallInput } from "@openapi-packages/runtime/client";
import { resolvePointer } from "@openapi-packages/runtime";
import { canonicalText } from "@openapi-packages/description";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { namedAbove } from "../../../records/made-record.ts";
import type { Probe } from "../../../run/probe.ts";
import { reportAnswer } from "../../judge/refusal.ts";
import { withLargePages, type ListPages, type SizeParameter } from "./list-pages.ts";
import { verifyFullLastPage } from "./full-last-page.ts";
import { pageFault, type PageFault } from "./page-fault.ts";
import { walkList, type Walk } from "./walk.ts";

/** The number of items that a list should have: three pages of two, the last of which is not full. */
const wanted = 5;

/** The most pages for reading a whole list. A longer one is not read in smaller pages. */
const mostPages = 20;

/** The most items of a list that is read in pages of two: a service in use may have many. */
const mostItems = 60;

/** A list with pages, read in several ways that must return the same items. */
export class PagedList {
  readonly #probe: Probe;
  readonly #operation: VerifiedOperation;
  readonly #list: ListPages;

  constructor(probe: Probe, operation: VerifiedOperation, list: ListPages) {
    this.#probe = probe;
    this.#operation = operation;
    this.#list = list;
  }

  async verify(): Promise<void> {
    const prepared = await this.#probe.records.inputFor(this.#operation, false);
    if (prepared.input === undefined) return;
    const { input, all } = await this.#filled(prepared.input);
    if (all === undefined) return;
    const { size } = this.#list;
    const fault = this.#faultIn(all, all, undefined);
    if (fault !== undefined) {
      const again = await this.#walk(input, mostPages);
      if (again !== undefined) this.#report(this.#faultIn(again, again, undefined), again);
      return;
    }
    const whole = await this.#whole(input, all);
    const sizes =
      size === undefined || whole === undefined ? [] : sizesFor(size, whole.items.length);
    const name = size?.name ?? "";
    const start = await this.#startOf(input, { [name]: sizes[0] });
    if (start === undefined) return;
    for (const value of sizes) if (await this.#verifySize(start, name, value, whole ?? all)) return;
    if (sizes.length === 0)
      await verifyFullLastPage(this.#probe, this.#operation, this.#list, input, whole ?? all);
    if (all.pages.length < 2 && sizes.every((value) => value >= all.items.length))
      this.#probe.miss(this.#operation, [
        { what: `a list with at least two items`, how: "parameters" },
      ]);
  }

  /**
   * Returns the list with its largest pages where it is long, with one item more if no size has a full last page.
   *
   * @param all the list with its default pages
   */
  async #whole(input: CallInput, all: Walk): Promise<Walk | undefined> {
    const { size } = this.#list;
    const { api, records } = this.#probe;
    const large = withLargePages(api, this.#operation, input);
    const read = async (): Promise<Walk | undefined> => {
      const walk = await this.#walk(large, mostPages);
      return walk?.isWhole === true ? walk : undefined;
    };
    if (all.isWhole && all.items.length <= mostItems) return all;
    const whole = all.isWhole ? all : large === input ? undefined : await read();
    if (whole === undefined || size === undefined) return undefined;
    if (sizesFor(size, whole.items.length).length > 0) return whole;
    const { resource } = api.description.mock.state?.operations[this.#operation.id] ?? {};
    const made =
      resource === undefined ? undefined : await records.make(resource, { ...input.path });
    return made === undefined ? whole : read();
  }

  /**
   * Returns an input that asks for the first page by its number, if the description does not tell which one that
   * is: the page that is the same without a number. `undefined` if none is.
   */
  async #startOf(input: CallInput, sized: object): Promise<CallInput | undefined> {
    const { pagination, first, size } = this.#list;
    if (size === undefined || first !== "unknown" || pagination.style !== "page") return input;
    const { page } = pagination.request;
    const read = async (own: object): Promise<string> => {
      const query = { ...input.query, ...sized, ...own };
      const { response, value: body } = await this.#probe.call(this.#operation, {
        ...input,
        query,
      });
      return `${response?.status} ${canonicalText(resolvePointer(body, pagination.response.items) ?? null)}`;
    };
    const unnumbered = await read({});
    for (const number of [1, 0])
      if ((await read({ [page]: number })) === unnumbered)
        return { ...input, query: { ...input.query, [page]: number } };
    return undefined;
  }

  /**
   * Reads pages of a size, twice if there is an error, because others may change the list in the meantime.
   * Returns true if it is reported.
   *
   * @param before the list as it was read before
   */
  async #verifySize(input: CallInput, name: string, value: number, before: Walk): Promise<boolean> {
    const sized = { ...input, query: { ...input.query, [name]: value } };
    for (let attempt = 1; ; attempt++) {
      const large = withLargePages(this.#probe.api, this.#operation, input);
      const all = attempt === 1 ? before : await this.#walk(large, mostPages);
      if (all === undefined) return false;
      const walk = await this.#walk(sized, Math.ceil(all.items.length / value) + 2);
      if (walk === undefined) return false;
      const fault = this.#faultIn(walk, all, value);
      if (fault === undefined) return false;
      if (attempt === 1) continue;
      this.#report(fault, walk);
      return true;
    }
  }

  /**
   * Returns the list with its default pages after adding some items, and the input that asks for it: that of another
   * parent where the first one takes no more; no list if it is refused.
   */
  async #filled(input: CallInput): Promise<{ input: CallInput; all: Walk | undefined }> {
    const { records, api } = this.#probe;
    const state = api.description.mock.state?.operations[this.#operation.id];
    const first = await this.#walk(input, mostPages);
    const lacking = wanted - (first?.items.length ?? wanted);
    if (state?.kind !== "list" || lacking <= 0) return { input, all: first };
    const path: Record<string, unknown> = { ...input.path };
    for (let count = 0; count < lacking; count++) {
      const record = await records.make(state.resource, path);
      if (record === undefined) break;
      Object.assign(path, namedAbove(state, record));
    }
    const place = { ...input, ...(input.path && { path }) };
    return { input: place, all: await this.#walk(place, mostPages) };
  }

  async #walk(input: CallInput, most: number): Promise<Walk | undefined> {
    const walk = await walkList(this.#probe, this.#operation, input, most);
    for (const exchange of walk.exchanges) reportAnswer(this.#probe, this.#operation, exchange);
    return walk.exchanges.every(({ response }) => response?.status === 200) ? walk : undefined;
  }

  #report(fault: PageFault | undefined, { exchanges }: Walk): void {
    const { pointer } = this.#operation.model;
    if (fault !== undefined) this.#probe.report({ ...fault, pointer }, this.#operation, exchanges);
  }

  #faultIn(walk: Walk, all: Walk, size: number | undefined): PageFault | undefined {
    const { state } = this.#probe.api.description.mock;
    const { resource = "" } = state?.operations[this.#operation.id] ?? {};
    const key = state?.resources[resource]?.key;
    return pageFault(this.#list, walk, { all: all.items, key, size });
  }
}

/**
 * Returns the sizes to try for a number of items: two, one less than the items, and as many; of many items the largest one
 * with which the last page is full.
 */
function sizesFor(size: SizeParameter, count: number): readonly number[] {
  if (count <= mostItems) return [...new Set([2, count - 1, count])].filter(size.allows);
  const full = Array.from({ length: mostPages - 1 }, (_, index) => count / (index + 2));
  return full.filter((one) => Number.isInteger(one) && size.allows(one)).slice(0, 1);
}

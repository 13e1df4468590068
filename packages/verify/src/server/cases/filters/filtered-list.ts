import type { CallInput } from "@openapi-packages/runtime/client";
import { resolvePointer } from "@openapi-packages/runtime";
import { getMember } from "@openapi-packages/runtime/internals";
import { isObject, type JsonObject, type Parameter } from "@openapi-packages/description";
import type { CheckName } from "../../../check/checks.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { reportAnswer } from "../../judge/refusal.ts";
import { listPages, withLargePages, type SizeParameter } from "../pages/list-pages.ts";
import { headerTotal } from "../pages/said-of-pages.ts";
import { walkList, type Walk } from "../pages/walk.ts";
import { filterText, type FilterTest } from "./filter-test.ts";
import { filterTests } from "./filter-tests.ts";
import { describedItem, keyIn, recordsOf, shownValue, type ListPlace } from "./list-place.ts";
import { combinedTests } from "./combined.ts";
import { sortFault, sortTests, sortText, type SortTest } from "./sorting.ts";
import { statedOrder, statedOrderFault } from "./stated-order.ts";
import { sizeFor, tiedPages, type Sorting } from "./tie-pages.ts";
import { makeVaried } from "./varied-records.ts";
import { wildcardFault, wildcardTests, type WildcardTest } from "./wildcards.ts";

/** The most pages that are read of a list. */
const mostPages = 20;

/** The most items of a list to which records are added. */
const mostItems = 60;

/** The query of a list, with what is wrong with its answer. */
interface Asked {
  readonly check: CheckName;
  readonly parameter: string;
  readonly query: { readonly [parameter: string]: unknown };
  /** Returns what is wrong; `undefined` if nothing is. */
  fault(walk: Walk, all: Walk): string | undefined;
  /** Queries that show, where they have the same fault or are refused, that it is none. Default: none. */
  readonly controls?: readonly Asked["query"][];
}

/** What became of a query. */
interface Judged {
  readonly isReported: boolean;
  /** The list that was right; `undefined` if it was refused. */
  readonly walk?: Walk;
}

/** A list that can be filtered and sorted, compared with the same list as a whole. */
export class FilteredList {
  readonly #probe: Probe;
  readonly #place: ListPlace;

  constructor(probe: Probe, place: ListPlace) {
    this.#probe = probe;
    this.#place = place;
  }

  async verify(): Promise<void> {
    const { operation } = this.#place;
    const prepared = await this.#probe.records.inputFor(operation, false);
    if (prepared.input === undefined) return;
    const { input, all } = await this.#filled(prepared.input);
    if (all === undefined) return;
    const items = recordsIn(all);
    const filters = this.#place.state.filters ?? [];
    const stated = await this.#verifyStated(input, all);
    const tests = filters.map((filter) => filterTests(this.#place, filter, items));
    const right: FilterTest[][] = [];
    for (const own of tests) if (await this.#verifyEach(input, all, own)) right.push(own);
    await this.#verifyEach(input, all, combinedTests(right, items));
    for (const test of wildcardTests(this.#place, items))
      if ((await this.#verify(input, all, wildcardIn(test))).isReported) break;
    const counted = tests.flat().find((test) => items.some(test.excludes));
    if (counted !== undefined) await this.#verify(input, all, this.#total(counted));
    const paged = tests.flat().find((test) => items.filter(test.includes).length > 1);
    const sizes = this.#sizes();
    const size = sizes && sizeFor(sizes, items.length, 1);
    if (paged !== undefined) await this.#verifyPages(input, all, this.#filter(paged), size);
    const sorted: Sorting<Asked>[] = [];
    for (const test of sortTests(this.#place, filters, items)) {
      const asked = this.#sort(test);
      const { isReported, walk } = await this.#verify(input, all, asked);
      if (isReported) return;
      if (walk !== undefined) sorted.push({ asked, member: test.member, walk });
    }
    if (sizes === undefined) return;
    const read = (query: object): Promise<Walk | undefined> =>
      this.#read({ ...input, query: { ...input.query, ...query } });
    const list = { probe: this.#probe, place: this.#place, above: input.path, sizes, read };
    const pages = await tiedPages(list, sorted.length === 0 ? stated : sorted);
    if (pages === undefined) return;
    const { sorting, size: tied } = pages;
    await this.#verifyPages(input, sorting.walk, sorting.asked, tied);
  }

  /** Holds the list to the order that its description states, and returns that if it has one. */
  async #verifyStated(input: CallInput, all: Walk): Promise<readonly Sorting<Asked>[]> {
    const filters = this.#place.state.filters ?? [];
    const isSorted = filters.some(
      ({ test, parameter }) => test === "sort" && getMember(input.query, parameter) !== undefined,
    );
    const order = isSorted ? undefined : statedOrder(this.#place, filters, recordsIn(all));
    if (order === undefined) return [];
    const asked = { check: "sort", parameter: "", query: {} } as const;
    if (statedOrderFault(order, recordsIn(all)) !== undefined) {
      const fault: Asked["fault"] = (walk) => statedOrderFault(order, recordsIn(walk));
      await this.#verify(input, all, { ...asked, fault });
      return [];
    }
    const fault: Asked["fault"] = (walk, before) =>
      this.#lostBySort(`the list (${order.words})`, walk, before);
    return order.members.map((member) => ({ asked: { ...asked, fault }, member, walk: all }));
  }

  /** Returns false if a test of a filter fails. */
  async #verifyEach(input: CallInput, all: Walk, tests: readonly FilterTest[]): Promise<boolean> {
    for (const test of tests)
      if ((await this.#verify(input, all, this.#filter(test))).isReported) return false;
    return true;
  }

  /** Returns the parameter for the size of pages, if they can be followed from the first one on. */
  #sizes(): SizeParameter | undefined {
    const list = listPages(this.#place.api, this.#place.operation);
    return list?.isFollowed === true && list.first !== "unknown" ? list.size : undefined;
  }

  /** Asks for the same in small pages: what is behind the first one is often asked for without the filter. */
  async #verifyPages(
    input: CallInput,
    all: Walk,
    asked: Asked,
    size: number | undefined,
  ): Promise<void> {
    const { name } = this.#sizes() ?? {};
    if (size === undefined || name === undefined) return;
    const fault: Asked["fault"] = (walk, before) => {
      const found = asked.fault(walk, before);
      return found === undefined ? undefined : `${found}, in pages of ${size}`;
    };
    await this.#verify(input, all, { ...asked, query: { ...asked.query, [name]: size }, fault });
  }

  /** Returns the list as a whole, with records that its filters tell apart, and the input that asks for it. */
  async #filled(input: CallInput): Promise<{ input: CallInput; all: Walk | undefined }> {
    const { state, operation } = this.#place;
    const first = await this.#read(input);
    if (first === undefined || first.items.length > mostItems) return { input, all: first };
    const filters = state.filters ?? [];
    const named = filters.flatMap(({ member }) => member ?? []);
    const seen = [...recordsIn(first), ...recordsOf(operation.mock.answers[0]?.body, state.at)];
    const known = seen.length > 0 ? seen : [describedItem(this.#place)];
    const sorts = sortTests(this.#place, filters, known);
    const sorted = sorts.map(({ member }) => member);
    const stated = statedOrder(this.#place, filters, known)?.members ?? [];
    const members = [...new Set([...named, ...sorted, ...stated])];
    if (members.length === 0) return { input, all: first };
    const lacking = sorts.flatMap(({ member, nulls }) => (nulls === undefined ? [] : [member]));
    const list = { state, above: input.path, shown: recordsIn(first), lacking };
    const path = await makeVaried(this.#probe, list, members);
    const place = { ...input, ...(path && { path }) };
    return { input: place, all: await this.#read(place) };
  }

  #filter(test: FilterTest): Asked {
    const { parameter, value, besides } = test;
    const query = { ...besides, [parameter]: value };
    return {
      check: "filter",
      parameter,
      query,
      fault: (walk, all) => this.#filterFault(test, walk, all),
    };
  }

  #filterFault(test: FilterTest, walk: Walk, all: Walk): string | undefined {
    const { member, isOfAll } = test;
    const given = recordsIn(walk);
    const text = filterText(test);
    const shown = (item: JsonObject): string =>
      member === undefined ? keyIn(this.#place, item) : shownValue(item[member]);
    const wrong = given.filter((item) => test.excludes(item));
    const known = recordsIn(all);
    const isIgnored = known.length > 1 && wrong.length >= known.length;
    const [first] = wrong;
    if (first !== undefined && (isOfAll !== true || isIgnored))
      return isIgnored && isOfAll === true
        ? `${text} gives all ${known.length} items, none of which has the text`
        : `${text} contains ${shown(first)}`;
    const keys = new Set(given.map((item) => keyIn(this.#place, item)));
    const lost = known.find((item) => test.includes(item) && !keys.has(keyIn(this.#place, item)));
    if (lost !== undefined && walk.isWhole)
      return `${text} leaves out ${keyIn(this.#place, lost)}${member === undefined ? "" : `, which has ${shown(lost)}`}`;
    return undefined;
  }

  /** Compares the total with the items that a filter leaves. */
  #total(test: FilterTest): Asked {
    const { api, operation } = this.#place;
    const at = listPages(api, operation)?.pagination.response.totalCount;
    const fault: Asked["fault"] = ({ exchanges, items, isWhole }) => {
      const last = exchanges.at(-1);
      const inHeader = last && headerTotal(last);
      const inBody = at === undefined ? undefined : resolvePointer(last?.value, at);
      for (const [place, total] of [
        [`at ${at}`, inBody],
        [`in ${inHeader?.name}`, inHeader?.total],
      ])
        if (isWhole && typeof total === "number" && total > items.length)
          return `${filterText(test)} says ${place} that there are ${total} items, and gives ${items.length}`;
      return undefined;
    };
    return { ...this.#filter(test), fault };
  }

  #sort(test: SortTest): Asked {
    return {
      check: "sort",
      parameter: Object.keys(test.query)[0] ?? "",
      query: test.query,
      fault: (walk, all) =>
        sortFault({ ...test, text: sortText(test) }, recordsIn(walk)) ??
        this.#lostBySort(sortText(test), walk, all),
    };
  }

  /** Says which item a sorted list has not, or has twice, of those that it has in its own order. */
  #lostBySort(text: string, walk: Walk, all: Walk): string | undefined {
    if (!walk.isWhole || !all.isWhole) return undefined;
    const keyOf = (item: JsonObject): string => keyIn(this.#place, item);
    const given = recordsIn(walk).map(keyOf);
    const known = recordsIn(all).map(keyOf);
    const lost = known.find((key) => !given.includes(key));
    if (lost !== undefined) return `${text} leaves out ${lost}`;
    const twice = known.find(
      (key) =>
        given.filter((one) => one === key).length > known.filter((one) => one === key).length,
    );
    return twice === undefined ? undefined : `${text} gives ${twice} more than once`;
  }

  /**
   * Asks for a list, twice if there is an error, because others may change it in the meantime.
   */
  async #verify(
    input: CallInput,
    before: Walk,
    { check, parameter, query, fault, controls = [] }: Asked,
  ): Promise<Judged> {
    const { operation } = this.#place;
    const asked = { ...input, query: { ...input.query, ...query } };
    for (let attempt = 1; ; attempt++) {
      const all = attempt === 1 ? before : await this.#read(input);
      const walk = await this.#read(asked);
      if (walk === undefined || all === undefined) return { isReported: false };
      const message = fault(walk, all);
      if (message === undefined) return { isReported: false, walk };
      if (attempt === 1) continue;
      for (const control of controls) {
        const other = await this.#read({ ...input, query: { ...input.query, ...control } });
        if (other === undefined || fault(other, all) !== undefined) return { isReported: false };
      }
      const isAbout = ({ in: location, name }: Parameter): boolean =>
        location === "query" && name === parameter;
      const { pointer } = operation.model.parameters.find(isAbout)?.schema ?? operation.model;
      const exchanges: readonly Exchange[] = / leaves out /.test(message)
        ? [...all.exchanges, ...walk.exchanges]
        : walk.exchanges;
      this.#probe.report(
        { check, message, pointer: pointer.replace(/\/schema$/, "") },
        operation,
        exchanges,
      );
      return { isReported: true };
    }
  }

  /** Reads all pages of a list; `undefined` if one of them is refused. */
  async #read(input: CallInput): Promise<Walk | undefined> {
    const { api, operation } = this.#place;
    const large = withLargePages(api, operation, input);
    const walk = await walkList(this.#probe, operation, large, mostPages);
    for (const exchange of walk.exchanges) reportAnswer(this.#probe, operation, exchange);
    return walk.exchanges.every(({ response }) => response?.status === 200) ? walk : undefined;
  }
}

const wildcardIn = (test: WildcardTest): Asked => ({
  check: "filter",
  parameter: test.parameter,
  query: { [test.parameter]: test.value },
  fault: (walk) => wildcardFault(test, recordsIn(walk)),
  controls: test.controls.map((value) => ({ [test.parameter]: value })),
});

const recordsIn = ({ items }: Walk): JsonObject[] =>
  items.filter((item) => isObject(item as JsonObject)) as JsonObject[];

import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/description";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { Probe } from "../../../run/probe.ts";
import { pageFault, type PageFault } from "./page-fault.ts";
import { walkList, type Walk } from "./walk.ts";

/** The number of items that a list should have: two pages of two, the last of which is not full. */
const wanted = 3;

/** The most pages for reading a whole list. A longer one is not read in smaller pages. */
const mostPages = 20;

/** The most items of a list that is read in small pages: a service in use may have many. */
const mostItems = 60;

/** The parameter for the page size. */
interface PageSizes {
  readonly name: string;
  /** Returns the sizes to try for a number of items: two, one less than the items, and as many. */
  valuesFor(count: number): readonly number[];
}

/** A list with declared pagination, read in several ways that must return the same items. */
export class PagedList {
  readonly #probe: Probe;
  readonly #operation: VerifiedOperation;

  constructor(probe: Probe, operation: VerifiedOperation) {
    this.#probe = probe;
    this.#operation = operation;
  }

  async verify(): Promise<void> {
    const { input } = await this.#probe.records.inputFor(this.#operation, false);
    if (input === undefined) return;
    const all = await this.#filled(input);
    if (all === undefined) return;
    const size = this.#sizeParameter();
    const isSmall = all.isWhole && all.items.length <= mostItems;
    const sizes = size !== undefined && isSmall ? size.valuesFor(all.items.length) : [];
    const fault = this.#faultIn(all, all, undefined);
    if (fault !== undefined) {
      const again = await this.#walk(input, mostPages);
      if (again !== undefined) this.#report(this.#faultIn(again, again, undefined), again);
      return;
    }
    for (const value of sizes) if (await this.#verifySize(input, size?.name ?? "", value)) return;
    if (all.pages.length < 2 && sizes.every((value) => value >= all.items.length))
      this.#probe.miss(this.#operation, [
        { what: `a list with at least two items`, how: `parameters that name one` },
      ]);
  }

  /**
   * Reads pages of a size, twice if there is an error, because others may change the list in the meantime.
   * Returns true if it is reported.
   */
  async #verifySize(input: CallInput, name: string, value: number): Promise<boolean> {
    const sized = { ...input, query: { ...input.query, [name]: value } };
    for (let attempt = 1; ; attempt++) {
      const all = await this.#walk(input, mostPages);
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

  /** Returns the list with its default pages after adding some items; `undefined` if it is refused. */
  async #filled(input: CallInput): Promise<Walk | undefined> {
    const { records, api } = this.#probe;
    const state = api.description.mock.state?.operations[this.#operation.id];
    const first = await this.#walk(input, mostPages);
    const lacking = wanted - (first?.items.length ?? wanted);
    if (state?.kind !== "list" || lacking <= 0) return first;
    for (let count = 0; count < lacking; count++)
      if ((await records.make(state.resource, { ...input.path })) === undefined) break;
    return this.#walk(input, mostPages);
  }

  async #walk(input: CallInput, most: number): Promise<Walk | undefined> {
    const walk = await walkList(this.#probe, this.#operation, input, most);
    this.#probe.reportAll(...walk.exchanges);
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
    return pageFault(this.#operation, walk, { all: all.items, key, size });
  }

  #sizeParameter(): PageSizes | undefined {
    const { model, mock } = this.#operation;
    const request: Readonly<Record<string, string | undefined>> =
      mock.operation.pagination?.request ?? {};
    const name = request["pageSize"] ?? request["limit"];
    const parameter = model.parameters.find((one) => one.in === "query" && one.name === name);
    if (parameter === undefined) return undefined;
    const { json: schema } = parameter.schema;
    const least = isObject(schema) && typeof schema["minimum"] === "number" ? schema["minimum"] : 1;
    const most =
      isObject(schema) && typeof schema["maximum"] === "number" ? schema["maximum"] : 100;
    const isValid = (value: number): boolean => value >= Math.max(1, least) && value <= most;
    return {
      name: parameter.name,
      valuesFor: (count) => [...new Set([2, count - 1, count])].filter(isValid),
    };
  }
}

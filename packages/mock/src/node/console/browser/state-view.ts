import type { MockUsage } from "../../../limits.ts";
import type { ResourceView } from "../state-view.ts";
import type { PageTools } from "./page-tools.ts";

/** The stored records. Runs in the browser, see `browser-script.ts`. */
export class StateView {
  readonly #page: PageTools;
  readonly #place: HTMLElement;

  constructor(page: PageTools) {
    this.#page = page;
    this.#place = page.one("[data-state]");
    page.onClick("reset", () => page.call("POST", "/reset", {}));
    page.onSubmit("advance", (form) => {
      const seconds = Number(new FormData(form).get("seconds"));
      return page.call("POST", "/advance", { milliseconds: seconds * 1000 });
    });
  }

  /** Shows the stored records if they have changed. Open ones stay open. */
  async show(): Promise<void> {
    const place = this.#place;
    // Several changes at once are shown together.
    if (place.dataset["reading"] !== undefined) {
      place.dataset["reading"] = "again";
      return;
    }
    do {
      place.dataset["reading"] = "once";
      await this.#read();
    } while (place.dataset["reading"] === "again");
    delete place.dataset["reading"];
  }

  async #read(): Promise<void> {
    await this.#showUsage();
    const response = await this.#page.call("GET", "/records");
    const text = await response?.text();
    if (text === undefined || text === this.#place.dataset["shown"]) return;
    this.#place.dataset["shown"] = text;
    const opened = this.#place.querySelectorAll<HTMLElement>("details[open]");
    const open = new Set(Array.from(opened, (details) => details.dataset["record"] ?? ""));
    const views = JSON.parse(text) as ResourceView[];
    const tables = views.map((view) => this.#table(view, open));
    this.#place.replaceChildren(...(views.length === 0 ? ["Nothing is stored."] : tables));
  }

  /** Shows how much is stored, the limits, and what was evicted. */
  async #showUsage(): Promise<void> {
    const response = await this.#page.call("GET", "/usage");
    if (response === undefined) return;
    const usage = (await response.json()) as MockUsage;
    const { records, stateBytes, recordings, evicted, limits } = usage;
    const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
    const parts = [
      `${records} of at most ${limits.records} records (${limits.resourceRecords} of one resource)`,
      `${mebibytes(stateBytes)} of at most ${mebibytes(limits.stateBytes)}`,
      ...(recordings === 0
        ? []
        : [`${recordings} of at most ${limits.recordings} recorded answers`]),
    ];
    const went = evicted === 0 ? "" : ` ${evicted} were evicted, the oldest first.`;
    this.#page.one("[data-usage]").textContent = `${parts.join(", ")}.${went}`;
  }

  #table(view: ResourceView, open: ReadonlySet<string>): HTMLElement {
    const { resource, key, total, records } = view;
    const { element } = this.#page;
    const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;
    const names = records.flatMap((record) =>
      Object.entries(record ?? {}).flatMap(([name, value]) => (isPlain(value) ? [name] : [])),
    );
    const first = key === undefined ? [] : [key];
    const columns = [...new Set([...first, ...names])].slice(0, 5);
    const heads = [...columns, "All"].map((name) => element("th", { scope: "col" }, name));
    const shown = records.length < total ? `, the last ${records.length} shown` : "";
    const table = element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, ...records.map((record) => this.#row(record, columns, open))),
    );
    const details = element(
      "details",
      { "data-resource": resource, "data-record": `resource ${resource}`, class: "group" },
      element(
        "summary",
        {},
        resource,
        " ",
        element("span", { class: "soft" }, `(${total}${shown})`),
      ),
      element(
        "div",
        { class: "wide", tabindex: "0", role: "region", "aria-label": resource },
        table,
      ),
    );
    details.toggleAttribute("open", open.has(`resource ${resource}`));
    return details;
  }

  /** Creates the row of one record: its key, its primitive members, and the whole record as JSON. */
  #row(record: unknown, columns: readonly string[], open: ReadonlySet<string>): HTMLElement {
    const { element } = this.#page;
    const members = (record ?? {}) as { readonly [member: string]: unknown };
    const id = String(members[columns[0] ?? ""] ?? "");
    const details = element(
      "details",
      { "data-record": id },
      element("summary", {}, "JSON"),
      element("pre", {}, JSON.stringify(record, undefined, 2)),
    );
    details.toggleAttribute("open", open.has(id));
    const cells = columns.map((column) => {
      const value = members[column];
      return element("td", {}, value === undefined || value === null ? "" : String(value));
    });
    return element("tr", {}, ...cells, element("td", {}, details));
  }
}

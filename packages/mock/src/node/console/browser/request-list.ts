import type { ExchangeSummary } from "../shown-exchange.ts";
import type { PageTools } from "./page-tools.ts";

/** The rows of the list by the numbers of their requests. */
type Rows = Map<number, HTMLElement>;

/** The list of requests, its filters, and the choice of one; runs in the browser, see `browser-script.ts`. */
export class RequestList {
  readonly #page: PageTools;
  readonly #list: HTMLElement;
  readonly #form: HTMLFormElement;
  readonly #rows: Rows = new Map();
  readonly #reload: () => void;
  /** The most requests in the list. */
  readonly #most = 200;
  #selected: number | undefined;

  constructor(page: PageTools) {
    this.#page = page;
    this.#list = page.one("[data-requests]");
    this.#form = page.one<HTMLFormElement>("[data-form=filter]");
    this.#reload = page.soon(() => this.#read(), 150);
    this.#form.addEventListener("input", this.#reload);
    this.#form.addEventListener("reset", this.#reload);
    page.onSubmit("filter", () => this.#read());
    this.#list.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** Shows a new or changed request, if the filters match it. */
  show(exchange: ExchangeSummary): void {
    if (this.#query().size > 0) {
      this.#reload();
      return;
    }
    this.#put(exchange);
    this.#count();
  }

  clear(): void {
    this.#rows.clear();
    this.#list.replaceChildren();
    this.#count();
  }

  /** Marks a request as selected. */
  select(number: number | undefined): void {
    this.#selected = number;
    for (const [own, row] of this.#rows) this.#mark(own, row);
  }

  /** Shows only the requests of one operation. */
  filterBy(operationId: string): void {
    this.#form.reset();
    const field = this.#form.elements.namedItem("where") as HTMLInputElement;
    field.value = operationId;
    void this.#read();
  }

  focusSearch(): void {
    (this.#form.elements.namedItem("text") as HTMLInputElement).focus();
  }

  /** Returns the filters as a query for the console. */
  #query(): URLSearchParams {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(this.#form)) {
      if (typeof value !== "string" || value.trim() === "") continue;
      const isPath = value.startsWith("/");
      query.set(name === "where" ? (isPath ? "path" : "operation") : name, value.trim());
    }
    return query;
  }

  async #read(): Promise<void> {
    const query = this.#query();
    const response = await this.#page.call("GET", `/exchanges?${query}`);
    if (response === undefined) return;
    const { exchanges } = (await response.json()) as { exchanges: ExchangeSummary[] };
    // The filters have changed in the meantime.
    if (String(query) !== String(this.#query())) return;
    this.#page.say("");
    this.clear();
    for (const exchange of exchanges.toReversed()) this.#put(exchange);
    this.#count();
  }

  #count(): void {
    const number = this.#rows.size;
    const isFiltered = this.#query().size > 0;
    const what = `${number} ${number === 1 ? "request" : "requests"}`;
    const kept = document.documentElement.dataset["logged"] ?? "";
    this.#page.one("[data-count]").textContent = isFiltered
      ? `${what} match.`
      : `${what}; the last ${kept} are kept.`;
    this.#page.one("[data-empty]").hidden = number > 0;
  }

  /** Inserts a row. The newest request comes first. */
  #put(exchange: ExchangeSummary): void {
    const { number } = exchange;
    const row = this.#row(exchange);
    const known = this.#rows.get(number);
    this.#rows.set(number, row);
    if (known !== undefined) {
      const hadFocus = known.contains(document.activeElement);
      known.replaceWith(row);
      if (hadFocus) row.querySelector("a")?.focus();
    } else {
      let next = this.#list.firstElementChild;
      while (next !== null && Number((next as HTMLElement).dataset["request"]) > number)
        next = next.nextElementSibling;
      this.#list.insertBefore(row, next);
    }
    this.#mark(number, row);
    while (this.#rows.size > this.#most) {
      const last = this.#list.lastElementChild as HTMLElement;
      this.#rows.delete(Number(last.dataset["request"]));
      last.remove();
    }
  }

  #row(exchange: ExchangeSummary): HTMLElement {
    const { number, time, method, url, operationId = "", duration, isOpen } = exchange;
    const { status, fault, violations, mode } = exchange;
    const { element } = this.#page;
    const marks = [
      ...(mode === "mock" ? [] : [element("span", { class: "mark" }, mode)]),
      ...(fault === undefined ? [] : [element("span", { class: "mark fault" }, "fault")]),
      ...(violations.length === 0 ? [] : [element("span", { class: "mark wrong" }, "invalid")]),
      ...(isOpen ? [element("span", { class: "mark open" }, "open")] : []),
    ];
    const level = status === undefined ? "5" : String(status).charAt(0);
    const link = element(
      "a",
      { href: `#request-${number}`, class: "row" },
      element("span", { class: "status", "data-level": level }, String(status ?? "none")),
      element("span", { class: "method" }, method),
      element("span", { class: "target" }, url),
      element(
        "span",
        { class: "facts soft" },
        element("span", { class: "operation" }, operationId),
        element("time", {}, new Date(time).toLocaleTimeString()),
        element("span", {}, duration === undefined ? "…" : `${duration.toFixed(1)} ms`),
        ...marks,
      ),
    );
    const attributes = { "data-request": String(number), "data-operation-id": operationId };
    return element("li", attributes, link);
  }

  /** Makes one row reachable by the Tab key. The arrow keys lead from there to the others. */
  #mark(number: number, row: HTMLElement): void {
    const link = row.querySelector("a");
    if (number === this.#selected) link?.setAttribute("aria-current", "true");
    else link?.removeAttribute("aria-current");
    const isFirst = row === this.#list.firstElementChild;
    const isStop = this.#rows.has(this.#selected ?? -1) ? number === this.#selected : isFirst;
    link?.setAttribute("tabindex", isStop ? "0" : "-1");
    const next = row.nextElementSibling?.querySelector("a");
    if (isFirst && number !== this.#selected && next?.getAttribute("aria-current") === null)
      next.setAttribute("tabindex", "-1");
  }

  #onKey(event: KeyboardEvent): void {
    const row = (event.target as HTMLElement).closest("li");
    const to = {
      ArrowDown: row?.nextElementSibling,
      ArrowUp: row?.previousElementSibling,
      Home: this.#list.firstElementChild,
      End: this.#list.lastElementChild,
    }[event.key];
    const link = to?.querySelector("a");
    if (link === null || link === undefined) return;
    event.preventDefault();
    link.focus();
    link.click();
  }
}

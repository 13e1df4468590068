import type { ExchangeSummary } from "../shown-exchange.ts";
import type { FaultView } from "./fault-view.ts";
import type { OperationView } from "./operation-view.ts";
import type { PageTools } from "./page-tools.ts";
import type { RequestDetails } from "./request-details.ts";
import type { RequestList } from "./request-list.ts";
import type { SendView } from "./send-view.ts";
import type { StateView } from "./state-view.ts";

/** The parts of the page. */
interface Parts {
  readonly list: RequestList;
  readonly details: RequestDetails;
  readonly operations: OperationView;
  readonly send: SendView;
  readonly faults: FaultView;
  readonly state: StateView;
}

/**
 * The whole page: it switches between its parts and passes on what the mock reports. Runs in the browser, see
 * `browser-script.ts`.
 */
export class ConsolePage {
  readonly #page: PageTools;
  readonly #parts: Parts;

  constructor(page: PageTools, parts: Parts) {
    this.#page = page;
    this.#parts = parts;
  }

  start(): void {
    window.addEventListener("hashchange", () => this.#route());
    document.addEventListener("keydown", (event) => this.#onKey(event));
    for (const button of document.querySelectorAll<HTMLElement>("[data-requests-of]"))
      button.addEventListener("click", () => {
        window.location.hash = "#requests";
        this.#parts.list.filterBy(button.dataset["requestsOf"] ?? "");
      });
    this.#route();
    this.#follow();
    // Lifecycles change without a request.
    setInterval(() => {
      if (document.visibilityState === "visible" && this.#view() === "state")
        void this.#parts.state.show();
    }, 2000);
  }

  /** The part that the address selects. */
  #view(): string {
    const name = window.location.hash.slice(1);
    if (name.startsWith("operation-")) return "operations";
    return ["operations", "state", "faults"].includes(name) ? name : "requests";
  }

  #route(): void {
    const name = window.location.hash.slice(1);
    const view = this.#view();
    for (const section of document.querySelectorAll<HTMLElement>("main > section"))
      section.hidden = section.id !== view;
    for (const link of document.querySelectorAll("nav a")) {
      if (link.getAttribute("href") === `#${view}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const number = /^request-(\d+)$/.exec(name)?.[1];
    if (view === "requests") {
      const chosen = number === undefined ? undefined : Number(number);
      this.#parts.list.select(chosen);
      void this.#parts.details.show(chosen);
    }
    if (view === "state") void this.#parts.state.show();
    if (name.startsWith("operation-")) this.#parts.operations.reveal(this.#decoded(name));
  }

  /** A mistyped address is not an error. */
  #decoded(name: string): string {
    try {
      return decodeURIComponent(name);
    } catch {
      return name;
    }
  }

  /** `/` focuses the search of the current part, Escape returns to its list. */
  #onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const isWriting = /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
    if (event.key === "/" && !isWriting && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (this.#view() === "operations") this.#parts.operations.focusSearch();
      else {
        window.location.hash = "#requests";
        this.#parts.list.focusSearch();
      }
    }
    if (event.key === "Escape" && !isWriting && this.#parts.details.number !== undefined)
      window.location.hash = "#requests";
  }

  /** Follows the requests. Each connection begins with the id of the mock's run. */
  #follow(): void {
    const source = new EventSource(this.#page.address("/requests"));
    const connection = this.#page.one("[data-connection]");
    const { list, details, state, faults, send } = this.#parts;
    let run: unknown;
    const say = (text: string): void => {
      connection.textContent = text;
      connection.dataset["connection"] = text;
    };
    source.addEventListener("run", ({ data }) => {
      say("connected");
      if (run !== undefined && run !== data) {
        list.clear();
        if (details.number !== undefined) window.location.hash = "#requests";
      }
      run = data;
      void state.show();
      void faults.show();
    });
    source.addEventListener("request", ({ data }) => {
      const exchange = JSON.parse(data as string) as ExchangeSummary;
      list.show(exchange);
      if (send.isOf(exchange)) window.location.hash = `#request-${exchange.number}`;
      // A rule may be used up.
      if (exchange.fault !== undefined) void faults.show();
      if (exchange.number === details.number) void details.show(exchange.number);
    });
    source.addEventListener("state", () => void state.show());
    source.addEventListener("faults", () => void faults.show());
    source.addEventListener("error", () => say("not connected"));
  }
}

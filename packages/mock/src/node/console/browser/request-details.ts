import type { ExchangeDetails, MessageView } from "../shown-exchange.ts";
import type { PageTools } from "./page-tools.ts";

/** One request with its answer; runs in the browser, see `browser-script.ts`. */
export class RequestDetails {
  readonly #page: PageTools;
  readonly #place: HTMLElement;
  #number: number | undefined;
  /** The sections that the user has folded. */
  readonly #folded = new Set<string>();

  constructor(page: PageTools) {
    this.#page = page;
    this.#place = page.one("[data-detail]");
  }

  /** The number of the shown request. */
  get number(): number | undefined {
    return this.#number;
  }

  /** Shows a request, or nothing. */
  async show(number: number | undefined): Promise<void> {
    const isOther = number !== this.#number;
    this.#number = number;
    this.#page.one("[data-split]").toggleAttribute("data-chosen", number !== undefined);
    const response =
      number === undefined ? undefined : await this.#page.call("GET", `/exchanges/${number}`);
    const details = (await response?.json()) as ExchangeDetails | undefined;
    if (number !== this.#number) return;
    const hint = this.#page.element(
      "p",
      { class: "soft hint" },
      "Choose a request to see it whole.",
    );
    this.#place.replaceChildren(...(details === undefined ? [hint] : this.#whole(details)));
    if (isOther) this.#place.scrollTop = 0;
  }

  #whole(details: ExchangeDetails): HTMLElement[] {
    const { method, url, request, response, status } = details;
    const { element } = this.#page;
    const back = element("a", { href: "#requests", class: "back" }, "← All requests");
    const title = element("h3", {}, element("span", { class: "method" }, method), ` ${url}`);
    const missing = element("p", { class: "wrong" }, "There was no answer.");
    return [
      back,
      title,
      this.#facts(details),
      ...this.#problems(details),
      this.#message("Request", `${method} ${url}`, request),
      response === undefined
        ? missing
        : this.#message("Answer", String(status ?? ""), response, details.isOpen),
    ];
  }

  #facts({ number, time, status, duration, operationId, tag, mode, isOpen }: ExchangeDetails) {
    const { element } = this.#page;
    const level = status === undefined ? "5" : String(status).charAt(0);
    const took = duration === undefined ? "not over" : `${duration.toFixed(1)} ms`;
    const operation =
      operationId === undefined
        ? element("span", {}, "no operation")
        : element("a", { href: `#operation-${encodeURIComponent(operationId)}` }, operationId);
    return element(
      "p",
      { class: "facts" },
      element("span", { class: "status", "data-level": level }, String(status ?? "none")),
      operation,
      ...(tag === undefined ? [] : [element("span", { class: "soft" }, tag)]),
      element("time", { class: "soft" }, new Date(time).toLocaleString()),
      element("span", { class: "soft" }, isOpen ? `${took}, the answer goes on` : took),
      ...(mode === "mock" ? [] : [element("span", { class: "mark" }, mode)]),
      element("span", { class: "soft" }, `no. ${number}`),
    );
  }

  /** Returns the faults and violations of a request. */
  #problems({ fault, violations }: ExchangeDetails): HTMLElement[] {
    const { element } = this.#page;
    const items = violations.flatMap(({ side, message, issues }) =>
      issues.length === 0
        ? [element("li", { class: "wrong" }, `${side}: ${message}`)]
        : issues.map((issue) =>
            element(
              "li",
              { class: "wrong" },
              `${side}: ${issue.in} ${issue.pointer} ${issue.message}`,
            ),
          ),
    );
    if (fault !== undefined)
      items.unshift(element("li", { "data-fault": fault }, `fault: ${fault}`));
    return items.length === 0 ? [] : [element("ul", { class: "problems" }, ...items)];
  }

  #message(name: string, line: string, { headers, body }: MessageView, isOpen = false) {
    const { element, size } = this.#page;
    const rows = Object.entries(headers).map(([header, value]) =>
      element("tr", {}, element("th", { scope: "row" }, header), element("td", {}, value)),
    );
    const table = element("table", { class: "headers" }, element("tbody", {}, ...rows));
    const isSent = /^[1-9]/.test(headers["content-length"] ?? headers["transfer-encoding"] ?? "");
    const none = isSent && name === "Request" ? "the body was not read whole" : "no body";
    const length = body.size === 0 ? none : size(body.size);
    return element(
      "section",
      { "data-message": name.toLowerCase(), "aria-label": name },
      element("h4", {}, name, " ", element("span", { class: "soft" }, `${line}, ${length}`)),
      this.#folding(`${name} headers`, `Headers (${rows.length})`, table),
      ...this.#body(name, body, isOpen),
    );
  }

  #body(name: string, { text, size, kept }: MessageView["body"], isOpen: boolean): HTMLElement[] {
    if (size === 0 && !isOpen) return [];
    const { element } = this.#page;
    const cut =
      kept < size
        ? [`The first ${this.#page.size(kept)} of ${this.#page.size(size)} are kept.`]
        : [];
    const notes = [...(text === undefined ? ["It is not text."] : []), ...cut];
    const pre = element("pre", { tabindex: "0" }, this.#pretty(text ?? ""));
    return [
      ...(text === undefined ? [] : [this.#folding(`${name} body`, "Body", pre)]),
      ...(notes.length === 0 ? [] : [element("p", { class: "soft" }, notes.join(" "))]),
    ];
  }

  /** Indents JSON. Any other text is returned unchanged. */
  #pretty(text: string): string {
    if (!/^\s*[[{]/.test(text)) return text;
    try {
      return JSON.stringify(JSON.parse(text), undefined, 2);
    } catch {
      return text;
    }
  }

  /** Creates a foldable section. The user's choice is kept from one request to the next. */
  #folding(key: string, name: string, content: HTMLElement): HTMLElement {
    const { element } = this.#page;
    const details = element("details", {}, element("summary", {}, name), content);
    details.toggleAttribute("open", !this.#folded.has(key));
    details.addEventListener("toggle", () => {
      if (details.hasAttribute("open")) this.#folded.delete(key);
      else this.#folded.add(key);
    });
    return details;
  }
}

import type { ReadyRequest } from "../ready-request.ts";
import type { ExchangeSummary } from "../shown-exchange.ts";
import type { PageTools } from "./page-tools.ts";

/** The form that sends a request of an operation; runs in the browser, see `browser-script.ts`. */
export class SendView {
  readonly #page: PageTools;
  readonly #form: HTMLFormElement;
  readonly #input: HTMLTextAreaElement;
  #operation = "";
  /** The request that was sent last, until the mock reports it. */
  #sent: ReadyRequest | undefined;

  constructor(page: PageTools) {
    this.#page = page;
    this.#form = page.one<HTMLFormElement>("[data-form=send]");
    this.#input = page.one<HTMLTextAreaElement>("[data-input]");
    for (const button of document.querySelectorAll<HTMLElement>("[data-send]"))
      button.addEventListener("click", () => void this.#open(button));
    page.onSubmit("send", () => this.#send());
    page.onClick("copy-curl", async () => this.#copy((await this.#ready())?.curl));
    page.onClick("copy-call", async () => this.#copy((await this.#ready())?.clientCall));
  }

  /** True if the mock reports the request that was sent last. */
  isOf({ method, url }: ExchangeSummary): boolean {
    if (this.#sent === undefined || method !== this.#sent.method || url !== this.#sent.url)
      return false;
    this.#sent = undefined;
    return true;
  }

  /** Shows the form at an operation, filled from an example. */
  async #open(button: HTMLElement): Promise<void> {
    const operation = button.dataset["send"] ?? "";
    const query = new URLSearchParams({ operation });
    const response = await this.#page.call("GET", `/example?${query}`);
    if (response === undefined) return;
    const { input, isCallKnown } = (await response.json()) as {
      input: unknown;
      isCallKnown: boolean;
    };
    this.#operation = operation;
    this.#input.value = JSON.stringify(input, undefined, 2);
    this.#input.rows = Math.min(20, this.#input.value.split("\n").length + 1);
    this.#page.one("[data-action=copy-call]").hidden = !isCallKnown;
    this.#tell("");
    button.parentElement?.after(this.#form);
    this.#form.hidden = false;
    this.#input.focus();
  }

  /** Has the mock write the request of the input. */
  async #ready(): Promise<ReadyRequest | undefined> {
    let input: unknown;
    try {
      input = JSON.parse(this.#input.value.trim() || "{}");
    } catch (error) {
      this.#page.say(`The input is not JSON: ${(error as Error).message}`);
      return undefined;
    }
    const value = { operation: this.#operation, input };
    const response = await this.#page.call("POST", "/request", value);
    return (await response?.json()) as ReadyRequest | undefined;
  }

  async #send(): Promise<void> {
    const ready = await this.#ready();
    if (ready === undefined) return;
    const { method, url, headers, body } = ready;
    this.#sent = ready;
    this.#tell("Sending.");
    try {
      const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
      this.#tell(`Answered with ${response.status}.`);
      // Endless streams go on until the page is closed, as the list of requests shows.
      await response.body?.pipeTo(new WritableStream());
    } catch (error) {
      this.#tell(`There was no whole answer: ${(error as Error).message}`);
    }
  }

  async #copy(text: string | undefined): Promise<void> {
    if (text === undefined) return;
    const shown = this.#page.one("[data-copied]");
    shown.textContent = text;
    shown.hidden = false;
    try {
      await navigator.clipboard.writeText(text);
      this.#page.one("[data-sent]").textContent = "Copied.";
    } catch {
      this.#page.one("[data-sent]").textContent = "The browser does not copy: select the text.";
    }
  }

  #tell(text: string): void {
    this.#page.one("[data-sent]").textContent = text;
    this.#page.one("[data-copied]").hidden = true;
  }
}

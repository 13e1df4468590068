/** What a part of the page is made of and calls; its text runs in the browser, see `browser-script.ts`. */
export class PageTools {
  /** An element with attributes and children; text is never read as HTML. */
  element(
    name: string,
    attributes: { readonly [name: string]: string } = {},
    ...children: readonly (Node | string)[]
  ): HTMLElement {
    const made = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes))
      made.setAttribute(attribute, value);
    made.append(...children);
    return made;
  }

  /** The one element of the page that a selector finds. */
  one<Found extends HTMLElement = HTMLElement>(selector: string): Found {
    const found = document.querySelector<Found>(selector);
    if (found === null) throw new Error(`the page has no ${selector}`);
    return found;
  }

  /** The address of something of the console. */
  address(path: string): string {
    return (document.documentElement.dataset["base"] ?? "") + path;
  }

  /** Calls the mock, and shows what it refuses. */
  async call(method: string, path: string, value?: unknown): Promise<Response | undefined> {
    const response = await fetch(this.address(path), {
      method,
      ...(method === "GET" ? {} : { headers: { "content-type": "application/json" } }),
      ...(value === undefined ? {} : { body: JSON.stringify(value) }),
    }).catch(() => undefined);
    if (response?.ok) {
      if (method !== "GET") this.say("");
      return response;
    }
    const answer: unknown = await response?.json().catch(() => undefined);
    const { message = "the mock does not answer" } = (answer ?? {}) as { message?: string };
    this.say(message);
    return undefined;
  }

  /** Shows what went wrong; nothing takes it away. */
  say(message: string): void {
    this.one("[data-error]").textContent = message;
  }

  onClick(action: string, click: (button: HTMLElement) => unknown): void {
    const button = this.one(`[data-action=${action}]`);
    button.addEventListener("click", () => void click(button));
  }

  onSubmit(name: string, submit: (form: HTMLFormElement) => unknown): void {
    const form = this.one<HTMLFormElement>(`[data-form=${name}]`);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void submit(form);
    });
  }

  /** Calls once after a while, however often it was asked to meanwhile. */
  soon(run: () => unknown, milliseconds: number): () => void {
    let timer: number | undefined;
    return () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(run, milliseconds);
    };
  }

  /** Bytes in a unit that reads well. */
  size(bytes: number): string {
    if (bytes < 1024) return `${bytes} B`;
    const kibibytes = bytes / 1024;
    return kibibytes < 1024
      ? `${kibibytes.toFixed(1)} KiB`
      : `${(kibibytes / 1024).toFixed(1)} MiB`;
  }
}

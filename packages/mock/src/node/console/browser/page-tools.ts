/** The tools that the parts of the page share. Runs in the browser, see `browser-script.ts`. */
export class PageTools {
  /** Creates an element with attributes and children. Text is never parsed as HTML. */
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

  /** Returns the only element that matches a selector. */
  one<Found extends HTMLElement = HTMLElement>(selector: string): Found {
    const found = document.querySelector<Found>(selector);
    if (found === null) throw new Error(`the page has no ${selector}`);
    return found;
  }

  /** Returns an address below the console's path. */
  address(path: string): string {
    return (document.documentElement.dataset["base"] ?? "") + path;
  }

  /** Calls the mock, and shows the message if it refuses. */
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

  /** Shows an error message, which stays until the next one. */
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

  /** Debounces a function: calls it once after a delay, however often it was requested. */
  soon(run: () => unknown, milliseconds: number): () => void {
    let timer: number | undefined;
    return () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(run, milliseconds);
    };
  }

  /** Formats a number of bytes in a readable unit. */
  size(bytes: number): string {
    if (bytes < 1024) return `${bytes} B`;
    const kibibytes = bytes / 1024;
    return kibibytes < 1024
      ? `${kibibytes.toFixed(1)} KiB`
      : `${(kibibytes / 1024).toFixed(1)} MiB`;
  }
}

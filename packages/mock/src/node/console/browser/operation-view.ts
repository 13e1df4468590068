import type { PageTools } from "./page-tools.ts";

/** The operations by tag, with a filter; runs in the browser, see `browser-script.ts`. */
export class OperationView {
  readonly #page: PageTools;
  readonly #groups: readonly HTMLDetailsElement[];
  readonly #field: HTMLInputElement;

  constructor(page: PageTools) {
    this.#page = page;
    this.#groups = [...document.querySelectorAll<HTMLDetailsElement>("[data-tag]")];
    this.#field = page.one<HTMLInputElement>("[data-operation-filter]");
    this.#field.addEventListener(
      "input",
      page.soon(() => this.#filter(), 80),
    );
  }

  /** Unfolds an operation and its tag. */
  reveal(id: string): void {
    const found = document.getElementById(id) as HTMLDetailsElement | null;
    if (found === null) return;
    if (found.hidden) {
      this.#field.value = "";
      this.#filter();
    }
    const group = found.closest<HTMLDetailsElement>("[data-tag]");
    if (group !== null) group.open = true;
    found.open = true;
    found.scrollIntoView({ block: "start" });
    found.querySelector("summary")?.focus({ preventScroll: true });
  }

  focusSearch(): void {
    this.#field.focus();
  }

  /** Shows the operations that contain all words of the filter in their name, path, tag or summary. */
  #filter(): void {
    const words = this.#field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let number = 0;
    for (const group of this.#groups) {
      let isAny = false;
      for (const one of group.querySelectorAll<HTMLElement>("[data-operation]")) {
        const text = one.dataset["text"] ?? "";
        one.hidden = !words.every((word) => text.includes(word));
        if (!one.hidden) {
          isAny = true;
          number += 1;
        }
      }
      group.hidden = !isAny;
      group.open = words.length > 0 && isAny;
    }
    this.#page.one("[data-operation-count]").textContent =
      words.length === 0 ? "" : `${number} match.`;
  }
}

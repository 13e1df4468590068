import type { FaultRule } from "../../../types.ts";
import type { FaultWords } from "./fault-words.ts";
import type { PageTools } from "./page-tools.ts";

/** The faults; runs in the browser, see `browser-script.ts`. */
export class FaultView {
  readonly #page: PageTools;
  readonly #words: FaultWords;

  constructor(page: PageTools, words: FaultWords) {
    this.#page = page;
    this.#words = words;
    page.onClick("clear-faults", () => page.call("DELETE", "/faults"));
    page.onClick("faults", (button) =>
      page.call("PUT", "/faults", { isOn: button.dataset["on"] !== "true" }),
    );
    page.onSubmit("fault", (form) => page.call("POST", "/faults", this.#rule(form)));
  }

  async show(): Promise<void> {
    const response = await this.#page.call("GET", "/faults");
    if (response === undefined) return;
    const { isOn, rules } = (await response.json()) as { isOn: boolean; rules: FaultRule[] };
    const { element } = this.#page;
    const items = rules.map((rule) =>
      element(
        "li",
        {},
        this.#words.of(rule),
        " ",
        element("code", { class: "soft" }, JSON.stringify(rule)),
      ),
    );
    this.#page.one("[data-faults]").replaceChildren(...items);
    const button = this.#page.one("[data-action=faults]");
    button.dataset["on"] = String(isOn);
    button.textContent = isOn ? "Switch faults off" : "Switch faults on";
    this.#page.one("[data-faults-number]").textContent =
      rules.length === 0 ? "" : ` (${rules.length}${isOn ? "" : ", off"})`;
  }

  /** Reads a rule from a form. */
  #rule(form: HTMLFormElement): { [member: string]: unknown } {
    const rule: { [member: string]: unknown } = {};
    for (const [name, value] of new FormData(form)) {
      if (typeof value !== "string" || value === "") continue;
      const isText = name === "operation" || name === "fault" || value.includes("..");
      rule[name] = isText ? value : Number(value);
    }
    return rule;
  }
}

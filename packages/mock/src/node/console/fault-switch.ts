import type { FaultControl, FaultRule } from "../../types.ts";

/** Switches the faults of a mock off and on again. */
export class FaultSwitch {
  readonly #faults: FaultControl;
  /** The rules that are switched off, in order. */
  #off: readonly FaultRule[] = [];

  constructor(faults: FaultControl) {
    this.#faults = faults;
  }

  /** True if the rules are active. */
  get isOn(): boolean {
    return this.#off.length === 0;
  }

  get rules(): readonly FaultRule[] {
    return [...this.#faults.rules, ...this.#off];
  }

  /** Switches all rules. Those with a limited number of requests keep what is left of it. */
  turn(isOn: boolean): void {
    const rules = this.rules;
    if (isOn === this.isOn) return;
    this.clear();
    if (!isOn) this.#off = rules;
    // `add` inserts each rule before the others.
    else for (const rule of rules.toReversed()) this.#faults.add(rule);
  }

  /**
   * Adds a rule before the others and switches all on.
   *
   * @throws {TypeError} for an invalid rule.
   */
  add(rule: FaultRule): void {
    this.turn(true);
    this.#faults.add(rule);
  }

  clear(): void {
    this.#faults.clear();
    this.#off = [];
  }

  /** Drops the rules that are switched off, because the mock was reset. */
  forget(): void {
    this.#off = [];
  }
}

import type { FaultControl, FaultRule } from "../../types.ts";

/** The faults of a mock with a switch: those that are off can be switched on again. */
export class FaultSwitch {
  readonly #faults: FaultControl;
  /** The rules that are off, in their order. */
  #off: readonly FaultRule[] = [];

  constructor(faults: FaultControl) {
    this.#faults = faults;
  }

  /** True if rules that there are have their effect. */
  get isOn(): boolean {
    return this.#off.length === 0;
  }

  get rules(): readonly FaultRule[] {
    return [...this.#faults.rules, ...this.#off];
  }

  /** Switches all rules; one that is limited to some requests starts to count anew. */
  turn(isOn: boolean): void {
    const rules = this.rules;
    if (isOn === this.isOn) return;
    this.clear();
    if (!isOn) this.#off = rules;
    // Each is added before the others.
    else for (const rule of rules.toReversed()) this.#faults.add(rule);
  }

  /** Adds a rule before the others; all are on then. @throws {TypeError} when it makes no sense. */
  add(rule: FaultRule): void {
    this.turn(true);
    this.#faults.add(rule);
  }

  clear(): void {
    this.#faults.clear();
    this.#off = [];
  }

  /** Forgets what is off: the mock has gone back to the start. */
  forget(): void {
    this.#off = [];
  }
}

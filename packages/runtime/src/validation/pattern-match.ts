import type { PatternStep } from "./pattern-code.ts";

/**
 * Searches for a pattern in one text. No step is taken twice at the same character, so that the number of
 * steps is at most the length of the text times the length of the program.
 */
export class PatternMatch {
  /** The number of steps taken so far. */
  count = 0;
  readonly #steps: readonly PatternStep[];
  readonly #text: string;
  readonly #most: number;
  /**
   * One bit for each step at each position of the text: whether it was taken, and whether it led to a
   * match.
   */
  readonly #taken: Uint8Array;
  readonly #matched: Uint8Array | undefined;
  /** One bit for each step at each position: whether it is on the stack. Only patterns with lookarounds need it. */
  readonly #open: Uint8Array | undefined;
  /**
   * The steps that came back to one on the stack without taking a character. Whether they fail is unknown until that one
   * has failed.
   */
  readonly #undecided: number[] = [];
  /**
   * The steps that led here, each as position × steps + step; the bitwise complement if no alternative is
   * left.
   */
  #stack = new Int32Array(32);
  #top = 0;

  /** @param most the maximum number of steps */
  constructor(steps: readonly PatternStep[], text: string, most: number) {
    this.#steps = steps;
    this.#text = text;
    this.#most = most;
    const size = ((steps.length * (text.length + 1)) >> 3) + 1;
    this.#taken = new Uint8Array(size);
    // The result of a lookaround is needed again at other positions.
    const looks = steps.some(({ kind }) => kind === "look");
    this.#matched = looks ? new Uint8Array(size) : undefined;
    this.#open = looks ? new Uint8Array(size) : undefined;
  }

  /** True if the pattern matches somewhere; `undefined` if the search exceeds the maximum number of steps. */
  find(): boolean | undefined {
    for (let start = 0; start <= this.#text.length; start += this.#sizeAt(start)) {
      if (this.#matches(0, start, false)) return true;
      if (this.count > this.#most) return undefined;
    }
    return false;
  }

  #matches(first: number, start: number, isBackward: boolean): boolean {
    const bottom = this.#top;
    const decided = this.#undecided.length;
    const steps = this.#steps;
    const size = steps.length;
    let index = first;
    let place = start;
    for (;;) {
      const step = steps[index] as PatternStep;
      const cell = place * size + index;
      if (this.#matched !== undefined && has(this.#matched, cell))
        return this.#succeed(bottom, decided);
      let next = -1;
      if (!has(this.#taken, cell)) {
        add(this.#taken, cell);
        this.count += 1;
        if (this.#matched !== undefined || step.other >= 0) this.#push(cell);
        if (step.kind === "match") return this.#succeed(bottom, decided);
        next = this.#next(step, index, place, isBackward);
      } else if (this.#open !== undefined && has(this.#open, cell)) this.#leaveUndecided(cell);
      if (this.count > this.#most) return false;
      if (next >= 0) {
        if (step.kind === "take")
          place += isBackward ? -this.#sizeBefore(place) : this.#sizeAt(place);
        index = next;
      } else {
        const cellBefore = this.#back(bottom);
        if (cellBefore < 0) {
          this.#undecided.length = decided;
          return false;
        }
        const before = cellBefore % size;
        place = (cellBefore - before) / size;
        index = steps[before]?.other ?? 0;
      }
    }
  }

  /** Returns the step after one at a position, or -1 if it fails. */
  #next(step: PatternStep, index: number, place: number, isBackward: boolean): number {
    switch (step.kind) {
      case "take":
        return this.#takes(step, isBackward ? place - this.#sizeBefore(place) : place)
          ? step.next
          : -1;
      case "assert":
        return this.#holds(step.assertion, place) ? step.next : -1;
      case "look": {
        const isFound = this.#matches(index + 1, place, step.isBehind);
        return isFound === step.isNegated ? -1 : step.next;
      }
      default:
        return step.next;
    }
  }

  /** Returns to the latest step that has an untried alternative, or -1. */
  #back(bottom: number): number {
    while (this.#top > bottom) {
      const cell = this.#stack[this.#top - 1] ?? 0;
      if (cell >= 0 && (this.#steps[cell % this.#steps.length]?.other ?? -1) >= 0) {
        this.#stack[this.#top - 1] = ~cell;
        return cell;
      }
      this.#pop();
    }
    return -1;
  }

  /** Removes the latest step. @returns it */
  #pop(): number {
    this.#top -= 1;
    const top = this.#stack[this.#top] ?? 0;
    const cell = top < 0 ? ~top : top;
    if (this.#open !== undefined) remove(this.#open, cell);
    return cell;
  }

  /** Remembers that the steps after one on the stack depend on it. */
  #leaveUndecided(cell: number): void {
    for (let index = this.#top - 1; index >= 0; index -= 1) {
      const one = this.#stack[index] ?? 0;
      if (one === cell || ~one === cell) return;
      this.#undecided.push(one < 0 ? ~one : one);
    }
  }

  /**
   * Marks all steps that led to a match, since they do so from any other position as well. Steps that are undecided are
   * taken again when they are needed.
   */
  #succeed(bottom: number, decided: number): true {
    while (this.#top > bottom) {
      const cell = this.#pop();
      if (this.#matched !== undefined) add(this.#matched, cell);
    }
    for (const cell of this.#undecided.splice(decided)) remove(this.#taken, cell);
    return true;
  }

  #push(cell: number): void {
    if (this.#top === this.#stack.length) {
      const stack = new Int32Array(this.#top * 2);
      stack.set(this.#stack);
      this.#stack = stack;
    }
    this.#stack[this.#top] = cell;
    this.#top += 1;
    if (this.#open !== undefined) add(this.#open, cell);
  }

  #takes(step: PatternStep, place: number): boolean {
    const unit = this.#text.charCodeAt(place);
    if (unit < 128) return step.ascii[unit] === true;
    // Outside of the text `unit` is `NaN`.
    return unit === unit && step.takes(this.#text.codePointAt(place) ?? -1);
  }

  /** Returns the number of UTF-16 units of the character at a position. */
  #sizeAt(place: number): number {
    return (this.#text.charCodeAt(place) & 0xfc00) === 0xd800 && isLow(this.#text, place + 1)
      ? 2
      : 1;
  }

  #sizeBefore(place: number): number {
    return isLow(this.#text, place - 1) && (this.#text.charCodeAt(place - 2) & 0xfc00) === 0xd800
      ? 2
      : 1;
  }

  #holds(assertion: string, place: number): boolean {
    if (assertion === "^") return place === 0;
    if (assertion === "$") return place === this.#text.length;
    const isEdge = isWord(this.#text.charAt(place - 1)) !== isWord(this.#text.charAt(place));
    return isEdge === (assertion === "\\b");
  }
}

const isLow = (text: string, place: number): boolean =>
  (text.charCodeAt(place) & 0xfc00) === 0xdc00;

const isWord = (character: string): boolean => /^\w$/.test(character);

function has(bits: Uint8Array, cell: number): boolean {
  return ((bits[cell >> 3] ?? 0) & (1 << (cell & 7))) !== 0;
}

function add(bits: Uint8Array, cell: number): void {
  bits[cell >> 3] = (bits[cell >> 3] ?? 0) | (1 << (cell & 7));
}

function remove(bits: Uint8Array, cell: number): void {
  bits[cell >> 3] = (bits[cell >> 3] ?? 0) & ~(1 << (cell & 7));
}

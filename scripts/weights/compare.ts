import type { Weight } from "./weight.ts";

/** The line of a weight in `weights.json`. */
export interface RecordedWeight {
  readonly value: number;
  /** What its latest growth is for; empty if it has not grown. */
  readonly why: string;
}

/** The recorded weights by name. */
export type RecordedWeights = Readonly<Record<string, RecordedWeight>>;

/** A difference between the measured and the recorded weights. */
export interface Difference {
  readonly message: string;
  /** False for a weight that shrank: nobody pays more. */
  readonly isFault: boolean;
}

/** A weight may differ from its line by this part of it. */
const tolerance = 0.02;

const command = "npm run weights -- --write";

/** The growth of a weight as a part of its recorded value; negative if it shrank. */
export function growth(value: number, recorded: number): number {
  if (value === recorded) return 0;
  return recorded === 0 ? Infinity : value / recorded - 1;
}

/** Formats a growth as `+3.1 %`. */
export function formatGrowth(part: number): string {
  return `${part > 0 ? "+" : ""}${(part * 100).toFixed(1)} %`;
}

/** Finds the weights that differ from their lines by more than 2 %, have no line, or are no longer measured. */
export function compareWeights(
  measured: readonly Weight[],
  recorded: RecordedWeights,
): Difference[] {
  const differences = heldWeights(measured).flatMap(({ name, value }): Difference[] => {
    const line = recorded[name];
    if (line === undefined)
      return [{ message: `${name}: it has no line (${command})`, isFault: true }];
    if (isNear(value, line.value)) return [];
    const part = growth(value, line.value);
    const change = `${name}: from ${line.value} to ${value}, ${formatGrowth(part)}`;
    return part > 0
      ? [{ message: `${change}; say what it is for (${command} --why "…")`, isFault: true }]
      : [{ message: `${change}; write it down (${command})`, isFault: false }];
  });
  const names = new Set(measured.map(({ name }) => name));
  const unmeasured = Object.keys(recorded).filter((name) => !names.has(name));
  return [
    ...differences,
    ...unmeasured.map((name) => ({
      message: `${name}: it is no longer measured (${command})`,
      isFault: true,
    })),
  ];
}

/**
 * Returns the lines to write. A weight within 2 % of its line keeps it, so that small growths add up until they show.
 *
 * @param why what the weights that grew by more than 2 % are for
 * @throws {Error} if a weight grew by more than 2 % and `why` is missing
 */
export function recordWeights(
  measured: readonly Weight[],
  recorded: RecordedWeights,
  why?: string,
): RecordedWeights {
  return Object.fromEntries(
    heldWeights(measured).map(({ name, value }): [string, RecordedWeight] => {
      const line = recorded[name];
      if (line === undefined) return [name, { value, why: "" }];
      if (isNear(value, line.value)) return [name, line];
      if (value < line.value) return [name, { value, why: "" }];
      if (why === undefined) {
        const grew = `${name} grew by ${formatGrowth(growth(value, line.value))}`;
        throw new Error(`${grew}: say what it is for with --why "…"`);
      }
      return [name, { value, why }];
    }),
  );
}

function isNear(value: number, recorded: number): boolean {
  return Math.abs(value - recorded) <= tolerance * recorded;
}

function heldWeights(measured: readonly Weight[]): Weight[] {
  return measured.filter(({ isHeld }) => isHeld !== false);
}

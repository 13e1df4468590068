/** The least that an option may be, and the most. Left out: `Infinity`. */
export type NumberRange = readonly [least: number, most?: number];

/** The ranges of all options that are numbers: one that has none does not compile. */
export type NumberRanges<Options> = {
  readonly [
    Name in keyof Options as [NonNullable<Options[Name]>] extends [number] ? Name : never
  ]-?: NumberRange;
};

/** Milliseconds that a timer takes; it runs out at once where they are more. */
export const timerRange: NumberRange = [0, 2 ** 31 - 1];

/**
 * Checks the options that are numbers: no value is beyond a limit of `NaN`, and a text is compared as a number.
 *
 * @throws {TypeError} when one is no number, is `NaN`, or is outside of its range
 */
export function checkNumbers<Options extends object>(
  options: Options,
  ranges: NumberRanges<Options>,
): void {
  for (const [name, [least, most = Infinity]] of Object.entries<NumberRange>(ranges)) {
    const value = (options as { readonly [name: string]: unknown })[name];
    const isInside = typeof value === "number" && value >= least && value <= most;
    if (value !== undefined && !isInside)
      throw new TypeError(
        `${name} must be a number from ${least} to ${most}, not the ${typeof value} ${String(value)}`,
      );
  }
}

/** The minimum and maximum of a numeric option. Default maximum: `Infinity`. */
export type NumberRange = readonly [least: number, most?: number];

/** The ranges of all numeric options. A missing one does not compile. */
export type NumberRanges<Options> = {
  readonly [
    Name in keyof Options as [NonNullable<Options[Name]>] extends [number] ? Name : never
  ]-?: NumberRange;
};

/** The delays that a timer supports, in milliseconds. A longer one would fire at once. */
export const timerRange: NumberRange = [0, 2 ** 31 - 1];

/**
 * Checks the numeric options. Without the check a limit of `NaN` would never apply, and a text would be
 * compared as a number.
 *
 * @throws {TypeError} when one is not a number, is `NaN`, or is outside of its range
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

import { fault } from "./faults.ts";

/** a / b rounded half up, for whole numbers that are not negative. */
export function divideHalfUp(a: number, b: number): number {
  return Math.floor((2 * a + b) / (2 * b));
}

export function minutesOf(ms: number): number {
  if (fault("billed-minutes-rounded-down")) return Math.floor(ms / 60000);
  return Math.ceil(ms / 60000);
}

export function priceOf(hourlyRateCents: number, minutes: number): number {
  const byTheMinute = divideHalfUp(hourlyRateCents * minutes, 60);
  const days = fault("day-cap-only-once") ? 1 : Math.ceil(minutes / 1440);
  return Math.min(byTheMinute, 8 * hourlyRateCents * days);
}

/** The 19 % VAT that a gross price contains. */
export function vatOf(priceCents: number): number {
  return divideHalfUp(priceCents * 19, 119);
}

/** Average speed in km/h with one decimal. */
export function speedOf(meters: number, ms: number): number {
  return divideHalfUp(meters * 36000, ms) / 10;
}

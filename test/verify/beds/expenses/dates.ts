const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function dayOf(text: string): number | undefined {
  const match = DATE.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(0);
  // Date.UTC takes the years below 100 for ones of the 20th century.
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}

export const isDate = (text: string): boolean => dayOf(text) !== undefined;

/** Milliseconds since the epoch, with any fraction of them; undefined if it is no date-time. */
export function instantOf(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [, date, hour, minute, second, fraction, sign, offsetHour, offsetMinute] = match;
  const day = dayOf(date!);
  const [h, m, s] = [Number(hour), Number(minute), Number(second)] as const;
  const [oh, om] = [Number(offsetHour ?? 0), Number(offsetMinute ?? 0)] as const;
  if (day === undefined || h > 23 || m > 59 || s > 60 || oh > 23 || om > 59) return undefined;
  const offset = (sign === "-" ? -1 : 1) * (oh * 60 + om);
  const start = day + (h * 60 + m - offset) * MINUTE;
  const isLastMinute = ((start % DAY) + DAY) % DAY === DAY - MINUTE;
  if (s === 60 && !isLastMinute) return undefined;
  return start + s * 1000 + Number(`0${fraction ?? ""}`) * 1000;
}

const dateParts = /^(\d{4})-(\d\d)-(\d\d)$/;
const instantParts =
  /^(\d{4}-\d\d-\d\d)[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
}

/** Whether a text is a full-date of RFC 3339 that the calendar has. */
export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = (dateParts.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/** Milliseconds since 1970 of a date-time of RFC 3339; undefined for any other text and for leap seconds. */
export function parseInstant(text: string): number | undefined {
  const [, date, hour, minute, second, fraction = "", zone = ""] = instantParts.exec(text) ?? [];
  if (date === undefined || !isCalendarDate(date)) return undefined;
  const milliseconds = `${fraction.slice(1)}000`.slice(0, 3);
  return Date.parse(`${date}T${hour}:${minute}:${second}.${milliseconds}${zone.toUpperCase()}`);
}

let latest = 0;

/** The current time, which never goes back, so that times follow the order of the changes. */
export function now(): string {
  latest = Math.max(latest, Date.now());
  return new Date(latest).toISOString();
}

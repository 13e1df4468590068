const dateForm = /^\d{4}-\d{2}-\d{2}$/;
const instantForm =
  /^(?<date>\d{4}-\d{2}-\d{2})[Tt](?<time>(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(?<fraction>\d+))?(?:[Zz]|(?<sign>[+-])(?<hours>[01]\d|2[0-3]):(?<minutes>[0-5]\d))$/;

const firstInstant = Date.parse("0000-01-01T00:00:00.000Z");
const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");

/** Whether a text is a day of the calendar, as in `full-date` of RFC 3339, section 5.6. */
export function isDate(text: string): boolean {
  if (!dateForm.test(text)) return false;
  const start = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(text);
}

/** The milliseconds since 1970 of a `date-time` of RFC 3339, section 5.6, or undefined if the text is none. */
export function instantOf(text: string): number | undefined {
  const parts = instantForm.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const { date = "", time = "", fraction = "", sign, hours, minutes } = parts;
  if (!isDate(date)) return undefined;
  const milliseconds = fraction.slice(0, 3).padEnd(3, "0");
  const local = Date.parse(`${date}T${time}.${milliseconds}Z`);
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  const instant = sign === "-" ? local + offset : local - offset;
  return instant < firstInstant || instant > lastInstant ? undefined : instant;
}

/** An instant as it is answered: in UTC, with milliseconds. */
export const instantText = (instant: number): string => new Date(instant).toISOString();

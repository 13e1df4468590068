import { faulty } from "./faults.ts";

const pattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/i;

/** The milliseconds by which local time is ahead of UTC; nothing where the offset is none. */
function offsetOf(text: string): number | undefined {
  if (/^z$/i.test(text)) return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(4, 6));
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** The milliseconds since 1970 of a date and time of RFC 3339; nothing where the text is none. */
export function millisecondsOf(text: string): number | undefined {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offset = offsetOf(found[8] ?? "");
  if (offset === undefined || hour > 23 || minute > 59 || second > 59) return undefined;
  const fraction = Number((found[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second, fraction));
  const exists = local.getUTCMonth() === month - 1 && local.getUTCDate() === day;
  const plausible = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  if (!plausible || (!exists && !faulty("due-date-rolls-over"))) return undefined;
  return faulty("due-offset-reversed") ? local.getTime() + offset : local.getTime() - offset;
}

const earliest = Date.UTC(2000, 0, 1);
const end = Date.UTC(2100, 0, 1);

/** Whether the text is a date and time of the years that the agency plans in. */
export function isInstant(text: string): boolean {
  const milliseconds = millisecondsOf(text);
  return milliseconds !== undefined && milliseconds >= earliest && milliseconds < end;
}

/** The same instant in UTC. */
export const inUtc = (text: string): string => new Date(millisecondsOf(text) ?? 0).toISOString();

export const now = (): string => new Date().toISOString();

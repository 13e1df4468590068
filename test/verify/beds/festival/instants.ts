import { faulty } from "./faults.ts";

const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/i;

function offsetOf(zone: string): number | undefined {
  if (zone.toUpperCase() === "Z") return 0;
  const [hours, minutes] = zone.slice(1).split(":").map(Number) as [number, number];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/** The milliseconds of an instant as RFC 3339 writes it; nothing where the text is none. */
export function instantOf(text: string): number | undefined {
  const found = form.exec(text);
  if (found === null) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offset = offsetOf(found[8]!);
  if (offset === undefined || hour > 23 || minute > 59 || second > 59) return undefined;
  const milliseconds = Number((found[7] ?? "").padEnd(3, "0").slice(0, 3));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, milliseconds);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.getTime() - offset * 60_000;
}

/** The start of a screening in milliseconds. */
export function startOf(text: string): number | undefined {
  return instantOf(
    faulty("screening-offset-dropped") ? text.replace(/[+-]\d{2}:\d{2}$/, "Z") : text,
  );
}

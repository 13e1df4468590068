const datePattern = /^(\d{4})-(\d\d)-(\d\d)$/;
const timePattern = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
/** In a duration only the first and last units may be omitted, none in between. */
const durationPattern =
  /^P(?:\d+W|(?=[\dT])(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True if a text is an existing `full-date` (RFC 3339, sections 5.6 and 5.7). */
export function isDate(text: string): boolean {
  const [, year, month, day] = (datePattern.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeapYear ? 29 : (daysOfMonths[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

/** True if a text is a `full-time` with its offset. A leap second is only valid at 23:59:60 UTC. */
export function isTime(text: string): boolean {
  const match = timePattern.exec(text);
  if (!match) return false;
  const [hour, minute, second] = match.slice(1, 4).map(Number) as [number, number, number];
  const [offsetHour, offsetMinute] = [Number(match[5] ?? 0), Number(match[6] ?? 0)];
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (match[4] === "-" ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  const minuteOfDay = (hour * 60 + minute - offset + 2880) % 1440;
  return second === 60 && minuteOfDay === 23 * 60 + 59;
}

/** True if a text is a `date-time` (RFC 3339, section 5.6). */
export function isDateTime(text: string): boolean {
  const separator = text.charAt(10);
  return (
    (separator === "T" || separator === "t") && isDate(text.slice(0, 10)) && isTime(text.slice(11))
  );
}

/** True if a text is a `duration` (RFC 3339, appendix A). */
export function isDuration(text: string): boolean {
  return durationPattern.test(text);
}

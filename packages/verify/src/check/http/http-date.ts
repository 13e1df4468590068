const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/**
 * Reads a date in the one format that servers may write (IMF-fixdate, RFC 9110, section 5.6.7): `Sun, 06 Nov 1994
 * 08:49:37 GMT`.
 *
 * @returns the time in milliseconds; `undefined` if it is not such a date
 */
export function httpDate(text: string): number | undefined {
  const match = /^([A-Z][a-z]{2}), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.exec(text);
  const time = match === null ? Number.NaN : Date.parse(text);
  if (Number.isNaN(time) || days[new Date(time).getUTCDay()] !== match?.[1]) return undefined;
  return time;
}

/** The format in messages. */
export const dateFormat = "Sun, 06 Nov 1994 08:49:37 GMT";

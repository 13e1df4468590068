/**
 * Returns the wait that a response asks for, in milliseconds: `retry-after-ms`, else `Retry-After` in
 * seconds or as a date (RFC 9110, section 10.2.3). `undefined` if there is none, or it is invalid.
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get("retry-after") || NaN;
  const waits = [
    Number(headers.get("retry-after-ms") || NaN),
    Number(text) * 1000,
    Date.parse(String(text)) - Date.now(),
  ];
  const wait = waits.find((one) => !Number.isNaN(one));
  return wait && Math.max(0, wait);
}

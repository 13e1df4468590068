/**
 * Returns the wait that a response asks for, in milliseconds: `retry-after-ms`, else `Retry-After` in
 * seconds or as a date (RFC 9110, section 10.2.3). `undefined` if there is none, or it is invalid.
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const exact = headers.get("retry-after-ms");
  const text = headers.get("retry-after");
  for (const wait of [
    exact ? +exact : NaN,
    text ? +text * 1000 : NaN,
    Date.parse(text ?? "") - Date.now(),
  ])
    if (!Number.isNaN(wait)) return Math.max(0, wait);
  return undefined;
}

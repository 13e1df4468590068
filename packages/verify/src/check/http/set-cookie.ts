/** A cookie as a server sets it (RFC 6265, section 4.1.1). */
export interface SetCookie {
  readonly name: string;
  /** The attributes by their names in lower case; `""` without a value. */
  readonly attributes: ReadonlyMap<string, string>;
}

/**
 * Reads the value of `Set-Cookie`.
 *
 * @returns `undefined` if it has no name, so that user agents ignore it (section 5.2)
 */
export function readSetCookie(text: string): SetCookie | undefined {
  const [pair = "", ...rest] = text.split(";");
  const equals = pair.indexOf("=");
  const name = pair.slice(0, Math.max(0, equals)).trim();
  if (name === "") return undefined;
  const attributes = rest.map((one) => {
    const [own = "", ...value] = one.split("=");
    return [own.trim().toLowerCase(), value.join("=").trim()] as const;
  });
  return { name, attributes: new Map(attributes) };
}

/** Returns why user agents ignore a cookie, or a part of it (RFC 6265, section 5.2; RFC 6265bis). */
export function cookieFault(text: string): string | undefined {
  const cookie = readSetCookie(text);
  if (cookie === undefined) return "sets a cookie without a name, which user agents ignore";
  const { name, attributes } = cookie;
  const ignored = ignoredAttribute(attributes);
  if (ignored !== undefined) return `sets the cookie ${name} with ${ignored}`;
  const isSecure = attributes.has("secure");
  const isRefused = (reason: string): string =>
    `sets the cookie ${name}, which browsers refuse: ${reason}`;
  if (attributes.get("samesite")?.toLowerCase() === "none" && !isSecure)
    return isRefused("SameSite=None needs Secure");
  if (/^__(secure|host)-/i.test(name) && !isSecure) return isRefused("its prefix needs Secure");
  const isOfHost = attributes.get("path") === "/" && !attributes.has("domain");
  if (/^__host-/i.test(name) && !isOfHost)
    return isRefused("the prefix __Host- needs Path=/ and no Domain");
  return undefined;
}

/** Describes the attribute that has no effect, because its value is malformed. */
function ignoredAttribute(attributes: SetCookie["attributes"]): string | undefined {
  const age = attributes.get("max-age");
  if (age !== undefined && !/^-?\d+$/.test(age)) return "a Max-Age that is not a number of seconds";
  const expires = attributes.get("expires");
  if (expires !== undefined && !isCookieDate(expires))
    return `an Expires that is not a date of HTTP: ${JSON.stringify(expires.slice(0, 40))}`;
  const site = attributes.get("samesite");
  if (site !== undefined && !/^(strict|lax|none)$/i.test(site))
    return "a SameSite that is not Strict, Lax or None";
  const path = attributes.get("path");
  if (path !== undefined && path !== "" && !path.startsWith("/"))
    return "a Path that does not begin with /";
  return undefined;
}

const months = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/** True if user agents find a time, a day, a month and a year in it (RFC 6265, section 5.1.1). */
function isCookieDate(text: string): boolean {
  const words = text.split(/[\t -/;-@[-`{-~]+/).filter((word) => word !== "");
  const timeAt = words.findIndex((word) => /^\d{1,2}:\d{1,2}:\d{1,2}(\D|$)/.test(word));
  const others = words.filter((_, index) => index !== timeAt);
  const dayAt = others.findIndex((word) => /^\d{1,2}(\D|$)/.test(word));
  const years = others.filter((word, index) => index !== dayAt && /^\d{2,4}(\D|$)/.test(word));
  return timeAt >= 0 && dayAt >= 0 && years.length > 0 && others.some((word) => months.test(word));
}

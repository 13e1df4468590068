/** The most times that a path is decoded to find hidden dot segments. */
const mostRounds = 5;

/**
 * Parses the address of another server.
 *
 * @throws {TypeError} when it is not an http address, or has more than an origin and a path.
 */
export function parseUpstreamUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError(`upstream: ${text} is not an http or https URL`);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new TypeError(
      `upstream: the address at ${url.host} must have no user name, query or fragment; credentials are those of each request`,
    );
  return url;
}

/**
 * Returns the URL of a request at another server, always below the path of its address. A path that contains
 * `..` is refused, even if it is encoded several times, written with backslashes, or followed by parameters,
 * because servers interpret these differently.
 *
 * @param target path and query of the request
 * @returns `undefined` when the target is not a path, or leaves the base path
 */
export function urlBelow(base: URL, target: string): URL | undefined {
  const [path = ""] = target.split(/[?#]/, 1);
  if (!path.startsWith("/") || /[\u0000-\u0020\u007f]/.test(path) || leadsUp(path))
    return undefined;
  const prefix = base.pathname.replace(/\/+$/, "");
  const whole = `${base.origin}${prefix}${target.replace(/#.*$/s, "")}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  const isBelow = url?.origin === base.origin && url.pathname.startsWith(`${prefix}/`);
  return isBelow ? url : undefined;
}

function leadsUp(path: string): boolean {
  let text = path;
  for (let round = 0; round < mostRounds; round += 1) {
    if (text.split(/[/\\]/).some((segment) => /^\.\.(?:;|$)/.test(segment))) return true;
    const decoded = decode(text);
    // Invalid UTF-8 may be an overlong form of a dot or a slash (RFC 3629, section 10).
    if (decoded === undefined) return round === 0 || /%(?:c0|e0|f0)/i.test(text);
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

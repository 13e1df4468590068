/** The most times that a path is decoded in search of what it hides. */
const mostRounds = 5;

/**
 * Reads the address of another server.
 *
 * @throws {TypeError} when it is none of http, or has more than an origin and a path.
 */
export function parseUpstreamUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError(`upstream: ${text} is no http or https address`);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new TypeError(
      `upstream: the address at ${url.host} must have no user name, query or fragment; credentials are those of each request`,
    );
  return url;
}

/**
 * The URL of a request at another server: below the path of its address, whatever the request asks for.
 * A path that names the one above by `..` is none, however often it is encoded, with backslashes for
 * slashes, or with parameters behind it, as servers differ in what they take for it.
 *
 * @param target path and query, as the request has them
 * @returns `undefined` when the target is no path, or leads out
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
    // What is no UTF-8 may be an overlong form of a dot or a slash (RFC 3629, section 10).
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

import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { MockStartError } from "../mock-start-error.ts";

/**
 * Restricts the console to those who have its token. A browser sends the token once, in the address of the
 * page, and gets a cookie, which scripts cannot read and pages of other sites cannot send (RFC 6265bis, section
 * 4.1.2 "HttpOnly", "SameSite"). Other clients send the token as bearer (RFC 6750, section 2.1).
 */
export class ConsoleAccess {
  readonly token: string;
  /** The value of the cookie. It is not the token itself, since cookies are sent to all ports of a host. */
  readonly #session: string;

  /**
   * @param token default: a new one
   * @throws {MockStartError} when it contains characters that need escaping in an address
   */
  constructor(token = randomBytes(24).toString("base64url")) {
    if (!/^[\w.~-]+$/.test(token))
      throw new MockStartError("the console's token may only contain letters, digits and . _ ~ -");
    this.token = token;
    this.#session = createHmac("sha256", token).update("console session").digest("base64url");
  }

  /** True if a request has the cookie or the token. */
  allows(request: IncomingMessage): boolean {
    const { authorization = "", cookie = "" } = request.headers;
    const [, bearer] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
    if (bearer !== undefined && isEqual(bearer, this.token)) return true;
    const name = `${cookieName(request)}=`;
    return cookie
      .split(/; */)
      .some((pair) => pair.startsWith(name) && isEqual(pair.slice(name.length), this.#session));
  }

  /** True if the address of a request contains the token. */
  isShown({ url = "" }: IncomingMessage): boolean {
    const mark = url.indexOf("?");
    const given = mark < 0 ? null : new URLSearchParams(url.slice(mark)).get("token");
    return given !== null && isEqual(given, this.token);
  }

  /**
   * Returns the cookie for a request.
   *
   * @param path the path of the console
   */
  cookieFor(request: IncomingMessage, path: string): string {
    return `${cookieName(request)}=${this.#session}; Path=${path}; HttpOnly; SameSite=Strict`;
  }
}

/** The name contains the port, because several mocks may share a host. */
const cookieName = ({ socket }: IncomingMessage): string => `mock_console_${socket.localPort}`;

/** Compares digests, which takes constant time. */
function isEqual(given: string, secret: string): boolean {
  const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digestOf(given), digestOf(secret));
}

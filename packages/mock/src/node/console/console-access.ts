import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { MockStartError } from "../mock-start-error.ts";

/**
 * Lets those use the console who know its token. A browser shows the token once, in the address of the
 * page, and has a cookie for it from then on, which no script reads and no other site's page sends
 * (RFC 6265bis, 4.1.2 "HttpOnly", "SameSite"). Others send the token as bearer (RFC 6750, 2.1).
 */
export class ConsoleAccess {
  readonly token: string;
  /** Cookies go to all ports of a host: the token is not in them. */
  readonly #session: string;

  /**
   * @param token left out: a new one
   * @throws {MockStartError} when an address cannot have it as it is
   */
  constructor(token = randomBytes(24).toString("base64url")) {
    if (!/^[\w.~-]+$/.test(token))
      throw new MockStartError(
        "the console's token is made of letters, digits and . _ ~ -, the longer the better",
      );
    this.token = token;
    this.#session = createHmac("sha256", token).update("console session").digest("base64url");
  }

  /** True if a request has the cookie, or the token as bearer. */
  allows(request: IncomingMessage): boolean {
    const { authorization = "", cookie = "" } = request.headers;
    const [, bearer] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
    if (bearer !== undefined && isEqual(bearer, this.token)) return true;
    const name = `${cookieName(request)}=`;
    return cookie
      .split(/; */)
      .some((pair) => pair.startsWith(name) && isEqual(pair.slice(name.length), this.#session));
  }

  /** True if the address of a request has the token. */
  isShown({ url = "" }: IncomingMessage): boolean {
    const mark = url.indexOf("?");
    const given = mark < 0 ? null : new URLSearchParams(url.slice(mark)).get("token");
    return given !== null && isEqual(given, this.token);
  }

  /** The cookie that stands for the token. @param path the console's */
  cookieFor(request: IncomingMessage, path: string): string {
    return `${cookieName(request)}=${this.#session}; Path=${path}; HttpOnly; SameSite=Strict`;
  }
}

/** Several mocks may be at one host. */
const cookieName = ({ socket }: IncomingMessage): string => `mock_console_${socket.localPort}`;

/** Compares digests, which takes as long whatever is given. */
function isEqual(given: string, secret: string): boolean {
  const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digestOf(given), digestOf(secret));
}

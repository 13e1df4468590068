/**
 * Limits of fetching: `bytes`, `milliseconds` and `redirects` for each document; `depth`, `documents` and
 * `allBytes` for all.
 */
export const remoteLimits = {
  bytes: 10 * 2 ** 20,
  milliseconds: 10_000,
  redirects: 5,
  depth: 20,
  documents: 1000,
  allBytes: 100 * 2 ** 20,
};

/** A document from an earlier run, with the validators of its response (RFC 9110, section 8.8). */
export interface RemoteCopy {
  readonly text: string;
  readonly etag?: string;
  readonly lastModified?: string;
}

/** Keeps documents between runs, by URL. */
export interface RemoteCache {
  read(url: string): RemoteCopy | undefined;
  keep(url: string, copy: RemoteCopy): void;
}

/** Options of a {@link RemoteReader}. */
export interface RemoteOptions {
  /**
   * The only origin that gets the headers: for documents that the user named, or for all if it is one of
   * `allowedOrigins`.
   */
  readonly origin?: string;
  /** Headers by name; their values may be secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Other origins to which a document that the user named may redirect. */
  readonly allowedOrigins?: ReadonlySet<string>;
  readonly cache?: RemoteCache;
}

/**
 * Fetches documents within the limits of one description. Requests carry no cookies. Only a document that the
 * user named may redirect to another origin, and only to an allowed one. A document comes from the cache only
 * if its server confirms that it is unchanged.
 */
export class RemoteReader {
  readonly #options: RemoteOptions;
  #documents = 0;
  #bytes = 0;

  constructor(options: RemoteOptions = {}) {
    this.#options = options;
  }

  /**
   * Fetches the text of a document.
   *
   * @param isNamed true if the user named the document, not a description
   * @throws {Error} with a message that continues the document's name: `answers with status 404`
   */
  async read(url: URL, isNamed = false): Promise<string> {
    if (url.username + url.password !== "") throw new Error("has credentials in it");
    this.#documents += 1;
    this.#checkAll();
    try {
      return await this.#fetchText(url, isNamed);
    } catch (error) {
      throw new Error(reasonOf(error), { cause: error });
    }
  }

  async #fetchText(start: URL, isNamed: boolean): Promise<string> {
    const signal = AbortSignal.timeout(remoteLimits.milliseconds);
    const copy = this.#options.cache?.read(start.href);
    let url = start;
    for (let redirects = 0; redirects <= remoteLimits.redirects; redirects += 1) {
      const response = await fetch(url, {
        credentials: "omit",
        headers: this.#headersFor(url, start, copy, isNamed),
        redirect: "manual",
        referrerPolicy: "no-referrer",
        signal,
      });
      if (response.status === 304 && copy !== undefined) return copy.text;
      const location = response.headers.get("location");
      if (response.status < 300 || response.status >= 400 || location === null)
        return this.#answer(start, response, { page: url, isNamed });
      await response.body?.cancel();
      url = this.#redirected(start, new URL(location, url), isNamed);
    }
    throw new Error(`redirects more than ${remoteLimits.redirects} times`);
  }

  /**
   * Returns the headers of a request. A description may refer to anything in its folder, so a document that
   * the user did not name gets the secrets only if its origin is allowed.
   */
  #headersFor(url: URL, start: URL, copy: RemoteCopy | undefined, isNamed: boolean): Headers {
    const headers = new Headers({
      accept: "application/yaml, application/json, text/*;q=0.9, */*;q=0.1",
    });
    const { origin, headers: given = {}, allowedOrigins } = this.#options;
    if (url.origin === origin && (isNamed || allowedOrigins?.has(origin) === true))
      for (const [name, value] of Object.entries(given)) headers.set(name, value);
    if (url.origin !== start.origin) return headers;
    if (copy?.etag !== undefined) headers.set("if-none-match", copy.etag);
    else if (copy?.lastModified !== undefined) headers.set("if-modified-since", copy.lastModified);
    return headers;
  }

  #redirected(start: URL, next: URL, isNamed: boolean): URL {
    if (next.username + next.password !== "")
      throw new Error("redirects to an address with credentials in it");
    const isAllowed = isNamed && this.#options.allowedOrigins?.has(next.origin) === true;
    if (next.origin !== start.origin && !isAllowed)
      throw new Error(
        `redirects to another origin, ${next.origin}${isLogin(next) ? ", to log in" : ""}`,
      );
    return next;
  }

  async #answer(url: URL, response: Response, { page, isNamed }: Answered): Promise<string> {
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`answers with status ${response.status}`);
    }
    if (/^\s*text\/html\b/i.test(response.headers.get("content-type") ?? "")) {
      const text = isNamed ? await this.#readText(response) : "";
      await response.body?.cancel();
      const { linkedDescription } = await import("./linked-description.ts");
      const link = linkedDescription(text, page.href);
      if (page.href !== url.href && isLogin(page)) throw new Error("leads to a page to log in");
      throw new Error(
        `answers with a web page (text/html)${link === undefined ? "" : ` that shows ${link}`}`,
      );
    }
    const text = await this.#readText(response);
    const etag = response.headers.get("etag") ?? undefined;
    const lastModified = response.headers.get("last-modified") ?? undefined;
    const isKept = !/\bno-store\b/i.test(response.headers.get("cache-control") ?? "");
    if (isKept && (etag !== undefined || lastModified !== undefined))
      this.#options.cache?.keep(url.href, {
        text,
        ...(etag !== undefined && { etag }),
        ...(lastModified !== undefined && { lastModified }),
      });
    return text;
  }

  /** Reads a body, counting its bytes after decompression: a small response may expand to a large text. */
  async #readText({ body }: Response): Promise<string> {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let text = "";
    let bytes = 0;
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      this.#bytes += chunk.byteLength;
      if (bytes > remoteLimits.bytes)
        throw new Error(`is larger than ${remoteLimits.bytes / 2 ** 20} MB`);
      this.#checkAll();
      text += decoded(() => decoder.decode(chunk, { stream: true }));
    }
    return text + decoded(() => decoder.decode());
  }

  /** @throws {Error} if the documents exceed the limits for one description */
  #checkAll(): void {
    if (this.#documents > remoteLimits.documents)
      throw new Error(`is one of more than ${remoteLimits.documents} documents`);
    if (this.#bytes > remoteLimits.allBytes)
      throw new Error(`is one of documents of more than ${remoteLimits.allBytes / 2 ** 20} MB`);
  }
}

/** The request whose answer is read. */
interface Answered {
  /** Its URL, after redirects. */
  readonly page: URL;
  readonly isNamed: boolean;
}

/** True for the address of a page to log in. */
const isLogin = ({ hostname, pathname }: URL): boolean =>
  /(?:^|[/._-])(?:log-?in|sign-?in|sso|saml|oauth2?|authorize)(?:$|[/._-])/i.test(
    `${hostname}${pathname}`,
  );

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new Error("is not valid UTF-8");
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "cannot be read";
  if (error.name === "TimeoutError")
    return `does not arrive within ${remoteLimits.milliseconds / 1000} seconds`;
  return error instanceof TypeError ? unreachable(error.cause) : error.message;
}

/** Says why a server cannot be reached, with the system's error code. */
function unreachable(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (!/^[A-Z_]+$/.test(code)) return "cannot be reached";
  const [, why] = connectionFaults.find(([pattern]) => pattern.test(code)) ?? [];
  // The codes of undici say nothing to users.
  const shown = code.startsWith("UND_") ? "" : ` (${code})`;
  return `cannot be reached${why === undefined ? "" : `: ${why}`}${shown}`;
}

/** What codes of the system and of TLS mean. */
const connectionFaults: readonly (readonly [code: RegExp, why: string])[] = [
  [/^ENOTFOUND$/, "no host has this name"],
  [/^EAI_AGAIN$/, "the name of the host cannot be looked up"],
  [/^ECONNREFUSED$/, "nothing listens there"],
  [/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, "the host does not answer"],
  [/^(?:ENETUNREACH|EHOSTUNREACH)$/, "there is no network to the host"],
  [/^(?:ECONNRESET|UND_ERR_SOCKET)$/, "the connection breaks"],
  [/^CERT_HAS_EXPIRED$/, "its certificate has expired"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "its certificate is for another host"],
  [/CERT|SIGNATURE/, "its certificate is not trusted"],
  [/^(?:EPROTO|ERR_SSL_\w+)$/, "it does not speak TLS"],
];

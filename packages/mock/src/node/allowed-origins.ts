import type { IncomingMessage } from "node:http";
import { isLoopbackHost } from "./loopback.ts";
import { MockStartError } from "./mock-start-error.ts";
import type { Refusal } from "./refusal.ts";
import { printable } from "./terminal/printable.ts";

/**
 * The origins whose pages may call a mock: by default those of this machine, and of the host that is
 * called by another port, since a developer's browser
 * shows pages of strangers too (Fetch Standard, "CORS protocol").
 */
export class AllowedOrigins {
  readonly #isOn: boolean;
  readonly #allowed: readonly string[];

  /**
   * @param isOn false: pages of no other origin may call the mock
   * @param allowed further origins; `*` allows all, `null` pages that have none, such as files
   * @throws {MockStartError} when one of them is no origin
   */
  constructor(isOn: boolean, allowed: readonly string[] = []) {
    this.#isOn = isOn;
    this.#allowed = allowed.map(checkedOrigin);
  }

  /** True if pages of an origin may read the answer to a request. */
  has(origin: string, request: IncomingMessage): boolean {
    if (!this.#isOn) return false;
    if (this.#allowed.some((one) => one === "*" || one === origin)) return true;
    const host = hostOf(origin);
    if (host === undefined) return false;
    return isLoopbackHost(host) || host === hostOf(`http://${request.headers.host}`);
  }

  /**
   * Why a request of a page is turned down: browsers send some that change something without asking
   * first, such as forms, and only keep the answer from the page.
   */
  refusalOf(request: IncomingMessage): Refusal | undefined {
    const { origin, host = "" } = request.headers;
    const isSafe = /^(?:GET|HEAD|OPTIONS)$/.test(request.method ?? "GET");
    if (origin === undefined || isSafe || this.has(origin, request)) return undefined;
    if (origin.toLowerCase() === `http://${host.toLowerCase()}`) return undefined;
    const name = printable(origin, 100);
    const wayOut = this.#isOn
      ? `add ${JSON.stringify(name)} to mock.allowOrigins of the configuration if it is to`
      : "mock.cors of the configuration forbids it";
    return { status: 403, message: `this mock takes no changes from pages of ${name}; ${wayOut}` };
  }
}

/** True if an origin is one of this machine. */
export const isOfThisMachine = (origin: string): boolean => isLoopbackHost(hostOf(origin) ?? "");

/** The host of an origin; `undefined` where it has none. */
const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).hostname : undefined;

/** @throws {MockStartError} when it is no origin */
function checkedOrigin(text: string): string {
  if (text === "*" || text === "null") return text;
  const origin = URL.canParse(text) ? new URL(text).origin : "null";
  if (origin !== "null" && text.toLowerCase().replace(/\/$/, "") === origin) return origin;
  throw new MockStartError(
    `the allowed origin ${JSON.stringify(text)} is none; it looks like https://app.example, or * for all`,
  );
}

import type { IncomingMessage } from "node:http";
import { isLoopbackHost } from "../loopback.ts";
import { isOrigin } from "../origin.ts";
import { MockStartError } from "./mock-start-error.ts";
import type { Refusal } from "./refusal.ts";
import { printable } from "./terminal/printable.ts";

/**
 * The origins whose pages may call a mock. By default those of this machine, and of the called host on other
 * ports: a developer's browser also shows untrusted pages (Fetch Standard, "CORS protocol").
 */
export class AllowedOrigins {
  readonly #isOn: boolean;
  readonly #allowed: readonly string[];

  /**
   * @param isOn false: no page of another origin may call the mock
   * @param allowed further origins; `*` allows all, `null` pages without one, such as files
   * @throws {MockStartError} when one of them is not an origin
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
   * Returns why a page's request is refused. Browsers send some requests that change data, such as forms,
   * without asking first, and only hide the answer from the page.
   */
  refusalOf(request: IncomingMessage): Refusal | undefined {
    const { origin, host = "" } = request.headers;
    const isSafe = /^(?:GET|HEAD|OPTIONS)$/.test(request.method ?? "GET");
    if (origin === undefined || isSafe || this.has(origin, request)) return undefined;
    if (origin.toLowerCase() === `http://${host.toLowerCase()}`) return undefined;
    const name = printable(origin, 100);
    const wayOut = this.#isOn
      ? `add ${JSON.stringify(name)} to mock.allowOrigins of the configuration to allow it`
      : "mock.cors of the configuration forbids it";
    return { status: 403, message: `this mock refuses changes from pages of ${name}: ${wayOut}` };
  }
}

/** True if an origin belongs to this machine. */
export const isOfThisMachine = (origin: string): boolean => isLoopbackHost(hostOf(origin) ?? "");

/** Returns the host of an origin; `undefined` if it has none. */
const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).hostname : undefined;

/** @throws {MockStartError} when it is not an origin */
function checkedOrigin(text: string): string {
  if (text === "*" || text === "null") return text;
  if (isOrigin(text)) return new URL(text).origin;
  throw new MockStartError(
    `the allowed origin ${JSON.stringify(text)} is not an origin: write it as https://app.example, or * for all`,
  );
}

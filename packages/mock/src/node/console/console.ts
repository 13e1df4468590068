import { jsonText } from "../../state/json-text.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { MockDescription, MockOperation } from "../../description.ts";
import type { FaultRule, Mock } from "../../types.ts";
import { pageSafetyHeaders } from "../../page-safety.ts";
import type { ConsoleAccess } from "./console-access.ts";
import { endWhenSent, lengthOf } from "../refusal.ts";
import { exchangeFilter } from "./exchange-filter.ts";
import { FaultSwitch } from "./fault-switch.ts";
import { refusalOf } from "./guard.ts";
import type { ServeLimits } from "../serve-limits.ts";
import { operationSummaries } from "./operation-summary.ts";
import { consolePage, tokenPage } from "./page.ts";
import { ConsoleRequestError, readJsonBody } from "./read-json-body.ts";
import type { ReadyRequest, RequestInput } from "./ready-request.ts";
import type { RequestLog } from "./request-log.ts";
import { callbacksView } from "./callbacks-view.ts";
import { stateView } from "./state-view.ts";

/** The path of the console. */
export const consolePath = "/__mock";

/** What a console shows and changes. */
export interface ConsoleOptions {
  readonly description: MockDescription;
  readonly mock: Mock;
  readonly access: ConsoleAccess;
  /** The logged exchanges. */
  readonly log: RequestLog;
  readonly limits: Pick<ServeLimits, "loggedRequests">;
  /** The path below which the mock answers, without a trailing slash. */
  readonly basePath: string;
  /** Called when the state may have changed. */
  readonly onChange: () => void;
  /** The URL of the API's documentation. */
  readonly docsUrl?: string | undefined;
}

const consoleHeaders = { ...pageSafetyHeaders, "cache-control": "no-store" };

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** The console: a page for users of this machine, and the API that the page calls. */
export class MockConsole {
  readonly #options: ConsoleOptions;
  readonly #faults: FaultSwitch;
  readonly #log: RequestLog;
  /** The answers by path and method. */
  readonly #answers: { readonly [path: string]: { readonly [method: string]: Answer } };
  readonly #open = new Set<IncomingMessage>();

  constructor(options: ConsoleOptions) {
    this.#options = options;
    this.#log = options.log;
    this.#faults = new FaultSwitch(options.mock.faults);
    this.#answers = this.#makeAnswers();
  }

  /** Reports that the stored data has changed. */
  reportChange(): void {
    this.#log.announce("state");
  }

  /** Answers a request to the console's path. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    this.#open.add(request);
    response.once("close", () => this.#open.delete(request));
    this.#answer(request, response).catch((error: unknown) => sendError(response, error));
  }

  /** Closes open connections. */
  close(): void {
    this.#log.close();
    for (const request of this.#open) if (!request.complete) request.destroy();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [target = ""] = (request.url ?? "").split(/[?#]/, 1);
    const path = target.slice(consolePath.length).replace(/\/$/, "");
    for (const [name, value] of Object.entries(consoleHeaders)) response.setHeader(name, value);
    const refusal = refusalOf(request, path === "");
    if (refusal !== undefined) throw new ConsoleRequestError(refusal.status, refusal.message);
    if (path === "" && this.#options.access.isShown(request)) return this.#letIn(request, response);
    if (!this.#options.access.allows(request)) {
      if (path !== "" || !isBrowser(request)) throw withoutToken(response);
      const { html, headers } = tokenPage(this.#options.description.title, consolePath);
      response.writeHead(401, { ...headers, "www-authenticate": challenge }).end(html);
      return;
    }
    response.setHeader("cross-origin-resource-policy", "same-origin");
    const [, number] = /^\/exchanges\/(\d{1,15})$/.exec(path) ?? [];
    const own = number === undefined ? this.#answers : this.#exchangeAnswers(Number(number));
    const byMethod = Object.hasOwn(own, path) ? own[path] : undefined;
    if (byMethod === undefined) throw new ConsoleRequestError(404, "the console has no such page");
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
    const answer = Object.hasOwn(byMethod, method) ? byMethod[method] : undefined;
    if (answer !== undefined) return answer(request, response);
    response.setHeader("allow", Object.keys(byMethod).join(", "));
    throw new ConsoleRequestError(405, "the console has no such method here");
  }

  /** Sets the cookie and redirects to an address without the token, so that nobody else can see it. */
  #letIn(request: IncomingMessage, response: ServerResponse): void {
    const cookie = this.#options.access.cookieFor(request, consolePath);
    response.writeHead(303, { location: consolePath, "set-cookie": cookie }).end();
  }

  #makeAnswers(): { [path: string]: { [method: string]: Answer } } {
    const { description, mock, docsUrl } = this.#options;
    return {
      "": {
        GET: (_, response) => {
          const operations = operationSummaries(description);
          const { title } = description;
          const logged = this.#options.limits.loggedRequests;
          const content = { title, operations, docsUrl, logged };
          const { html, headers } = consolePage(content, consolePath);
          response.writeHead(200, headers).end(html);
        },
      },
      "/requests": {
        GET: ({ headers, method }, response) => {
          if (method === "HEAD") sendJson(response, 200, undefined);
          else this.#log.follow(response, headers["last-event-id"]?.toString());
        },
      },
      "/exchanges": {
        GET: ({ url = "" }, response) => {
          const query = new URLSearchParams(url.replace(/^[^?]*\??/, "").replace(/#.*$/s, ""));
          sendJson(response, 200, this.#log.list(exchangeFilter(query)));
        },
      },
      "/callbacks": { GET: (_, response) => sendJson(response, 200, callbacksView(mock)) },
      "/state": {
        GET: (_, response) => sendJson(response, 200, mock.snapshot()),
        PUT: this.#change((value) => mock.restore(value)),
      },
      "/records": { GET: (_, response) => sendJson(response, 200, stateView(description, mock)) },
      "/usage": {
        GET: (_, response) => {
          const { loggedRequests } = this.#options.limits;
          sendJson(response, 200, { ...mock.usage(), loggedRequests });
        },
      },
      "/operations": {
        GET: (_, response) => sendJson(response, 200, operationSummaries(description)),
      },
      "/example": { GET: (request, response) => this.#showExample(request, response) },
      "/request": {
        POST: async (request, response) => sendJson(response, 200, await this.#request(request)),
      },
      "/reset": {
        POST: this.#change(() => {
          mock.reset();
          this.#faults.forget();
        }),
      },
      "/advance": { POST: this.#change((value) => mock.advance(millisecondsOf(value))) },
      "/faults": this.#faultAnswers(),
    };
  }

  /** Shows an input of the operation that the query names. */
  async #showExample({ url = "" }: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = new URLSearchParams(url.replace(/^[^?]*\??/, "").replace(/#.*$/s, ""));
    const { description } = this.#options;
    const operation = this.#operation(query.get("operation"));
    const isCallKnown = operation.exampleCall !== undefined;
    const { exampleInput } = await import("./ready-request.ts");
    sendJson(response, 200, { input: exampleInput(description, operation), isCallKnown });
  }

  /** Writes the request of an operation with an input. */
  async #request(request: IncomingMessage): Promise<ReadyRequest> {
    const { description, mock, basePath } = this.#options;
    const { operation, input } = requestOf(await readJsonBody(request));
    // It loads the client, which a mock itself does not need.
    const { readyRequest } = await import("./ready-request.ts");
    return readyRequest(description, this.#operation(operation), input, {
      baseUrl: `http://${request.headers.host}${basePath}`,
      credentials: mock.credentials,
    });
  }

  /** @throws {ConsoleRequestError} when there is no such operation */
  #operation(operationId: unknown): MockOperation {
    const { operations } = this.#options.description;
    const found = operations.find(({ operation }) => operation.operationId === operationId);
    if (found === undefined) throw new ConsoleRequestError(404, "there is no such operation");
    return found;
  }

  #exchangeAnswers(number: number): { [path: string]: { [method: string]: Answer } } {
    const show: Answer = (_, response) => sendJson(response, 200, this.#log.details(number));
    return { [`/exchanges/${number}`]: { GET: show } };
  }

  #faultAnswers(): { [method: string]: Answer } {
    const faults = this.#faults;
    const show = (response: ServerResponse): void =>
      sendJson(response, 200, { isOn: faults.isOn, rules: faults.rules });
    const changing =
      (change: (value: unknown) => void): Answer =>
      async (request, response) => {
        change(await readJsonBody(request));
        this.#log.announce("faults");
        show(response);
      };
    return {
      GET: (_, response) => show(response),
      POST: changing((value) => faults.add(ruleOf(value))),
      PUT: changing((value) => faults.turn(switchOf(value))),
      DELETE: changing(() => faults.clear()),
    };
  }

  /** Returns an answer that applies a change and has no body. */
  #change(change: (value: unknown) => void): Answer {
    return async (request, response) => {
      change(await readJsonBody(request));
      this.#options.onChange();
      this.reportChange();
      // A reset restores the faults as well.
      this.#log.announce("faults");
      response.writeHead(204).end();
    };
  }
}

const challenge = 'Bearer realm="console of the mock"';

/** True if a person opens the page. */
const isBrowser = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" && /\btext\/html\b/.test(headers.accept ?? "");

/** Creates the answer to a request without the token (RFC 6750, section 3). */
function withoutToken(response: ServerResponse): ConsoleRequestError {
  response.setHeader("www-authenticate", challenge);
  return new ConsoleRequestError(
    401,
    "the console requires its token: open the address that the mock printed when it started, or send it in the header authorization: Bearer",
  );
}

/** The most that the clock can be advanced at once. Dates end with the year 275 760. */
const mostAdvance = 100 * 365 * 86_400_000;

function millisecondsOf(value: unknown): number {
  const { milliseconds } = (value ?? {}) as { milliseconds?: unknown };
  if (typeof milliseconds === "number" && milliseconds >= 0 && milliseconds <= mostAdvance)
    return milliseconds;
  throw new TypeError(
    `the body must be like {"milliseconds": 60000}, of at most ${mostAdvance}, a hundred years`,
  );
}

function ruleOf(value: unknown): FaultRule {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new TypeError('the body must be a rule, like {"operation": "*", "status": 500}');
}

function requestOf(value: unknown): { readonly operation: unknown; readonly input: RequestInput } {
  const { operation, input } = (value ?? {}) as { operation?: unknown; input?: unknown };
  if (typeof input === "object" && input !== null && !Array.isArray(input))
    return { operation, input: input as RequestInput };
  throw new TypeError('the input must be an object, like {"path": {}, "query": {}, "body": {}}');
}

function switchOf(value: unknown): boolean {
  const { isOn } = (value ?? {}) as { isOn?: unknown };
  if (typeof isOn === "boolean") return isOn;
  throw new TypeError('the body must be {"isOn": true} or {"isOn": false}');
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(value === undefined ? undefined : jsonText(value));
}

/** Answers an error. A `TypeError` means that the mock refused a value. */
function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  const refused = error instanceof TypeError ? 400 : 500;
  const status = error instanceof ConsoleRequestError ? error.status : refused;
  const body = JSON.stringify({ message });
  response.writeHead(status, { "content-type": "application/json", ...lengthOf(body) });
  endWhenSent(response, body);
}

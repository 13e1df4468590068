import type * as Http from "node:http";
import type { IncomingMessage, RequestListener } from "node:http";
import { createRequire } from "node:module";
import { checkNumbers, timerRange } from "@openapi-packages/runtime/internals";
import {
  configure,
  nodeServerOptions,
  toNodeListener,
} from "@openapi-packages/runtime/server/node";
import { createMockEngine } from "../create-mock.ts";
import { basePathOf } from "../mount.ts";
import { pageSafetyHeaders } from "../page-safety.ts";
import type { MockDescription } from "../description.ts";
import type { CreateMockOptions, EngineOptions, Mock, MockExchange } from "../types.ts";
import { consolePath, MockConsole } from "./console/console.ts";
import { RequestLog } from "./console/request-log.ts";
import { AllowedHosts } from "./allowed-hosts.ts";
import { AllowedOrigins } from "./allowed-origins.ts";
import { answerClientErrors } from "./client-error.ts";
import { ConsoleAccess } from "./console/console-access.ts";
import { withCors } from "./cors.ts";
import { readFaultsFile } from "./files/faults-file.ts";
import { loadOverrides } from "./files/overrides-file.ts";
import { StateFile } from "./files/state-file.ts";
import { gated } from "./gate.ts";
import { listen } from "./listen.ts";
import { isLoopbackHost } from "../loopback.ts";
import { MockStartError } from "./mock-start-error.ts";
import { rememberedLimits, serveLimits } from "./serve-limits.ts";
import type { ServeLimits } from "./serve-limits.ts";
import type { Refusal } from "./refusal.ts";
import type { MockService, ServeOptions } from "./serve-options.ts";
import { reportStart } from "./report-start.ts";
import { Terminal } from "./terminal/terminal.ts";
import { unknownPath } from "./unknown-path.ts";
import { withDetail } from "./with-detail.ts";

// An `import` would evaluate all exports of the module, and so load the WebSocket client.
const { createServer } = createRequire(import.meta.url)("node:http") as typeof Http;

/**
 * Starts a mock as an HTTP server.
 *
 * @throws {MockStartError} when an option, a file or the port is invalid.
 */
export async function serveMock(
  description: MockDescription,
  options: ServeOptions = {},
): Promise<MockService> {
  checkNumbers<Pick<ServeOptions, "closeTimeout">>(options, { closeTimeout: timerRange });
  const { port = 4010, host = "127.0.0.1", isConsoleOn = isLoopbackHost(host) } = options;
  const limits = serveLimits(options.limits);
  const terminal = new Terminal(options.output ?? process.stdout);
  const access = isConsoleOn ? new ConsoleAccess(options.consoleToken) : undefined;
  const watchers: Watcher[] = options.isQuiet
    ? []
    : [terminal.report, sizeNotice(limits, terminal)];
  if (options.onExchange) watchers.push(options.onExchange);
  const isWatched = watchers.length > 0 || isConsoleOn || options.stateFile !== undefined;
  const onExchange: Watcher = (exchange) => {
    for (const watch of watchers) watch(exchange);
  };
  const log = access && new RequestLog(description, limits);
  if (log) watchers.push((exchange) => log.end(exchange));
  const pathsBeside = unknownPath(description, isConsoleOn);
  const mock = createMock(description, {
    ...(await filesOf(description, options)),
    limits: rememberedLimits(limits),
    ...(isWatched && { onExchange }),
    ...(!options.isQuiet && { onCallback: terminal.reportCallback }),
    isReachable: !isLoopbackHost(host),
    unknownPath: (path, response) => withDetail(description.api, response, pathsBeside(path)),
    ...(log && { watcher: log }),
  });
  const stateFile = await loadState(mock, options, terminal);
  const onChange = (): void => stateFile?.changed();
  const docsUrl = docsUrlOf(options);
  const basePath = basePathOf(options);
  const shown = { description, mock, limits, onChange, docsUrl, basePath };
  const panel = access && log && new MockConsole({ ...shown, access, log });
  const onContents = (): void => {
    onChange();
    panel?.reportChange();
  };
  if (panel ?? stateFile) watchers.push((exchange) => void (mayChange(exchange) && onContents()));
  const listener = listenerOf(description, { host, ...options, limits }, { mock, panel, terminal });
  const server = createServer(nodeServerOptions, listener);
  server.maxConnections = limits.connections;
  answerClientErrors(server);
  const service = configure(server, mock.server);
  const url = await listen(server, port, host);
  const consoleUrl = access && `${url}${consolePath}?token=${access.token}`;
  if (!options.isQuiet)
    reportStart(terminal, description, options, { url, consoleUrl }, mock.credentials);
  let isClosed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    panel?.close();
    const force = setTimeout(() => server.closeAllConnections(), options.closeTimeout ?? 3000);
    await service.close();
    clearTimeout(force);
    await stateFile?.close();
    terminal.flush();
  };
  return { mock, url, consoleUrl, close: () => (isClosed ??= close()) };
}

type Watcher = (exchange: MockExchange) => void;

/** The parts of a service that answer requests, and the output for refusals. */
interface Parts {
  readonly mock: Mock;
  readonly panel: MockConsole | undefined;
  readonly terminal: Terminal;
}

type ListenerOptions = ServeOptions & { readonly host: string; readonly limits: ServeLimits };

/**
 * Answers the console's requests itself, and passes the others to the mock, which signs addresses below the
 * same path.
 */
function listenerOf(
  description: MockDescription,
  options: ListenerOptions,
  { mock, panel, terminal }: Parts,
): RequestListener {
  const { host, isCorsOn = true, allowHosts, allowOrigins, limits, upstream } = options;
  const { maxBodyBytes = limits.bodyBytes } = options;
  const origins = new AllowedOrigins(isCorsOn, allowOrigins);
  const answer = toNodeListener(mock.server);
  const forPages = isCorsOn ? withCors(description, origins, answer) : answer;
  /** Each kind of refusal is printed only once, because pages may cause many. */
  const printed = new Set<number>();
  const gate = {
    hosts: new AllowedHosts(host, allowHosts),
    origins,
    limits,
    mostOfBody: Math.max(
      upstream === undefined ? maxBodyBytes : limits.upstreamBytes,
      limits.contentBytes,
    ),
    onEnd: evictionNotice(mock, terminal),
    onRefusal({ status, message }: Refusal): void {
      if (!printed.has(status)) terminal.warn(`refused with ${status}: ${message}`);
      printed.add(status);
    },
  };
  /** True if `/` is an operation, or may be one of another server. */
  const isAnswered = upstream !== undefined || mock.knows("GET", "/");
  return gated(gate, (request, response) => {
    if (panel !== undefined && isOfConsole(request.url ?? "")) panel.handle(request, response);
    else if (panel !== undefined && isVisit(request) && !isAnswered)
      response.writeHead(302, { ...pageSafetyHeaders, location: consolePath }).end();
    else forPages(request, response);
  });
}

/** True if a browser opens the address that the mock printed. */
const isVisit = ({ method, url = "", headers }: IncomingMessage): boolean =>
  method === "GET" && /^\/(?:[?#]|$)/.test(url) && /\btext\/html\b/.test(headers.accept ?? "");

const isOfConsole = (url: string): boolean =>
  /^\/__mock(?:[/?#]|$)/.test(url) && !url.startsWith(`${consolePath}/contents/`);

/** Creates a listener that prints once that a limit caused eviction. */
function evictionNotice(mock: Mock, terminal: Terminal): () => void {
  let isPrinted = false;
  return () => {
    if (isPrinted || mock.usage().evicted === 0) return;
    isPrinted = true;
    const { records, resourceRecords, stateBytes } = mock.usage().limits;
    terminal.warn(
      `a limit was exceeded: the oldest data is evicted. The limits are records=${records}, resourceRecords=${resourceRecords} and stateBytes=${stateBytes}; mock.limits of the configuration sets others`,
    );
  };
}

/** Creates a listener that prints each limit once by which a body was refused. */
function sizeNotice(limits: ServeLimits, terminal: Terminal): Watcher {
  const printed = new Set<string>();
  return ({ status, url, mode }) => {
    if (status !== 413 || mode !== "mock") return;
    const name = url.startsWith(`${consolePath}/contents/`) ? "contentBytes" : "bodyBytes";
    if (!printed.has(name))
      terminal.warn(
        `refused with 413: the body is larger than ${name}=${limits[name]}; mock.limits of the configuration sets another`,
      );
    printed.add(name);
  };
}

/** True if a request may change stored data. Reads may do so when answers of another server are recorded. */
const mayChange = ({ method, mode }: MockExchange): boolean =>
  mode === "record" || (method !== "GET" && method !== "HEAD" && method !== "OPTIONS");

/** Reads the files that options name, and returns the options of the mock. */
async function filesOf(
  description: MockDescription,
  options: ServeOptions,
): Promise<CreateMockOptions> {
  const { faultsFile, overridesFile, limits: _, ...others } = options;
  const faults = faultsFile === undefined ? [] : await readFaultsFile(faultsFile, description);
  const override = overridesFile === undefined ? undefined : await loadOverrides(overridesFile);
  return {
    ...others,
    faults: [...faults, ...(options.faults ?? [])],
    setup(mock) {
      options.setup?.(mock);
      override?.(mock);
    },
  };
}

/** @throws {MockStartError} for an invalid option. */
function createMock(description: MockDescription, options: EngineOptions): Mock {
  try {
    return createMockEngine(description, options);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new MockStartError(error.message, { cause: error });
  }
}

async function loadState(
  mock: Mock,
  { stateFile }: ServeOptions,
  terminal: Terminal,
): Promise<StateFile | undefined> {
  if (stateFile === undefined) return undefined;
  const file = new StateFile({
    file: stateFile,
    snapshot: () => mock.snapshot(),
    restore(snapshot) {
      try {
        mock.restore(snapshot);
      } catch (error) {
        // Drops what was restored before the error.
        mock.reset();
        throw error;
      }
    },
    say: (line) => terminal.warn(line),
  });
  await file.load();
  return file;
}

/** @throws {MockStartError} when it is not an http URL. */
function docsUrlOf({ docsUrl }: ServeOptions): string | undefined {
  if (docsUrl === undefined || /^https?:\/\//i.test(docsUrl)) return docsUrl;
  throw new MockStartError(
    `the documentation's address ${JSON.stringify(docsUrl)} does not begin with http:// or https://`,
  );
}

import type * as Http from "node:http";
import type { RequestListener } from "node:http";
import { createRequire } from "node:module";
import {
  configure,
  nodeServerOptions,
  toNodeListener,
} from "@openapi-packages/runtime/server/node";
import { createMockEngine } from "../create-mock.ts";
import type { MockDescription } from "../description.ts";
import type { CreateMockOptions, Mock, MockExchange } from "../types.ts";
import { consolePath, MockConsole } from "./console/console.ts";
import { isLoopbackHost } from "./console/guard.ts";
import { withCors } from "./cors.ts";
import { readFaultsFile } from "./files/faults-file.ts";
import { loadOverrides } from "./files/overrides-file.ts";
import { StateFile } from "./files/state-file.ts";
import { listen } from "./listen.ts";
import { MockStartError } from "./mock-start-error.ts";
import type { MockService, ServeOptions } from "./serve-options.ts";
import { reportStart } from "./report-start.ts";
import { Terminal } from "./terminal/terminal.ts";

// An import would look at all that the module exports, and so load the client of WebSockets.
const { createServer } = createRequire(import.meta.url)("node:http") as typeof Http;

/**
 * Starts a mock as a server of its own.
 *
 * @throws {MockStartError} when an option, a file or the port keeps it from starting.
 */
export async function serveMock(
  description: MockDescription,
  options: ServeOptions = {},
): Promise<MockService> {
  const { port = 4010, host = "127.0.0.1", isConsoleOn = isLoopbackHost(host) } = options;
  const terminal = new Terminal(options.output ?? process.stdout);
  const watchers: Watcher[] = options.isQuiet ? [] : [terminal.report];
  if (options.onExchange) watchers.push(options.onExchange);
  const isWatched = watchers.length > 0 || isConsoleOn || options.stateFile !== undefined;
  const onExchange: Watcher = (exchange) => {
    for (const watch of watchers) watch(exchange);
  };
  const mock = createMock(description, {
    ...(await filesOf(description, options)),
    ...(isWatched && { onExchange }),
  });
  const stateFile = await loadState(mock, options, terminal);
  const onChange = (): void => stateFile?.changed();
  const panel = isConsoleOn
    ? new MockConsole({ description, mock, onChange, docsUrl: docsUrlOf(options) })
    : undefined;
  if (panel) watchers.push((exchange) => panel.report(exchange));
  const onContents = (): void => {
    onChange();
    panel?.reportChange();
  };
  if (panel ?? stateFile) watchers.push((exchange) => void (mayChange(exchange) && onContents()));
  const server = createServer(nodeServerOptions, listenerOf(description, options, mock, panel));
  const service = configure(server, mock.server);
  const url = await listen(server, port, host);
  if (!options.isQuiet)
    reportStart(terminal, description, options, { url, isConsoleOn }, mock.credentials);
  let isClosed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    panel?.close();
    await service.close();
    await stateFile?.close();
    terminal.flush();
  };
  return { mock, url, close: () => (isClosed ??= close()) };
}

type Watcher = (exchange: MockExchange) => void;

/** Answers the console's requests, and leaves the others to the mock, which signs addresses below it. */
function listenerOf(
  description: MockDescription,
  { isCorsOn = true }: ServeOptions,
  mock: Mock,
  panel: MockConsole | undefined,
): RequestListener {
  const answer = isCorsOn
    ? withCors(description, toNodeListener(mock.server))
    : toNodeListener(mock.server);
  if (panel === undefined) return answer;
  return (request, response) => {
    if (request.url?.startsWith(consolePath) && isOfConsole(request.url))
      panel.handle(request, response);
    else answer(request, response);
  };
}

const isOfConsole = (url: string): boolean =>
  /^\/__mock(?:[/?#]|$)/.test(url) && !url.startsWith(`${consolePath}/contents/`);

/** Requests that only read change nothing to remember, but answers of another server may be recorded. */
const mayChange = ({ method, mode }: MockExchange): boolean =>
  mode === "record" || (method !== "GET" && method !== "HEAD" && method !== "OPTIONS");

/** The options of the mock, with what stands in files. */
async function filesOf(
  description: MockDescription,
  options: ServeOptions,
): Promise<CreateMockOptions> {
  const { faultsFile, overridesFile } = options;
  const faults = faultsFile === undefined ? [] : await readFaultsFile(faultsFile, description);
  const override = overridesFile === undefined ? undefined : await loadOverrides(overridesFile);
  return {
    ...options,
    faults: [...faults, ...(options.faults ?? [])],
    setup(mock) {
      options.setup?.(mock);
      override?.(mock);
    },
  };
}

/** @throws {MockStartError} when an option makes no sense. */
function createMock(description: MockDescription, options: CreateMockOptions): Mock {
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
        // Nothing stays of what was taken up before the fault.
        mock.reset();
        throw error;
      }
    },
    say: (line) => terminal.warn(line),
  });
  await file.load();
  return file;
}

/** @throws {MockStartError} when it is no address of the web. */
function docsUrlOf({ docsUrl }: ServeOptions): string | undefined {
  if (docsUrl === undefined || /^https?:\/\//i.test(docsUrl)) return docsUrl;
  throw new MockStartError(
    `the documentation's address ${JSON.stringify(docsUrl)} does not begin with http:// or https://`,
  );
}

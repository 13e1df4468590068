import type { MockDescription } from "@openapi-packages/mock/description";
import type { MockService, ServeOptions } from "@openapi-packages/mock/node";
import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { createFileWatcher } from "./file-watcher.ts";
import type { MockDocument } from "./json-documents.ts";
import { jsonLine } from "./json-text.ts";
import { watchDescription } from "./watch.ts";
import {
  formatDiagnostics,
  type Diagnostic,
} from "@openapi-packages/description/diagnostics/diagnostics";
import type { LoadOptions } from "@openapi-packages/description/load/load-options";
import { unknownName } from "@openapi-packages/description/load/filter/filter-names";
import type {
  DateType,
  Int64Type,
} from "@openapi-packages/description/model/conversions/value-types";
import { loadRuntime, type MockRuntime } from "@openapi-packages/compiler/mock/serve/load-runtime";
import {
  readDescription,
  type Description,
  type ReadDescriptionOptions,
} from "@openapi-packages/compiler/mock/serve/read-description";
import { MockError } from "@openapi-packages/compiler/mock/serve/mock-error";

/** The options of serving. */
export interface MockOptions extends ServeOptions {
  /** Prints a JSON document for programs. */
  readonly isJson?: boolean;
  /** The file of recorded traffic with the records to start with. */
  readonly trafficFile?: string;
}

/** The description to serve, and the options of serving it. */
export interface Served {
  /** The description's file. */
  readonly spec: string;
  readonly load: LoadOptions;
  readonly options: MockOptions;
  /** The type that overrides use for dates. Default: texts. */
  readonly dates?: DateType | undefined;
  /** The type of integers with `format: int64`. Default: numbers. */
  readonly int64?: Int64Type | undefined;
}

/** Tells when a service starts, and ends it. */
export interface Service {
  /** Ends the service. */
  readonly signal: AbortSignal;
  /** Called once, when the service starts. */
  readonly onServed?: () => void;
}

/**
 * Serves a mock of a description until it is aborted, then shuts it down.
 *
 * @throws {DiagnosticsError} when the description cannot be mocked; it lists every cause
 * @throws {UsageError} when an option names something that is not in the description
 * @throws {MockError} when the mock cannot start for another reason
 */
export async function serveDescription(
  served: Served,
  { signal, onServed }: Service,
): Promise<void> {
  const { options } = served;
  const runtime = await loadRuntime();
  const description = await describe(served, runtime);
  const started = await withTraffic(description, options);
  if (signal.aborted) return;
  const service = await start(runtime, description.mock, started);
  onServed?.();
  await aborted(signal);
  await service.close();
}

/**
 * Serves like {@link serveDescription}, and restarts the mock whenever the description or another file it depends on
 * changes. The new mock keeps the state of the old one. While the description is invalid, the old mock goes on.
 *
 * @param read returns the current description to serve, and reports the paths of the files that it depends on
 */
export async function watchAndServe(
  read: (onFile: (path: string) => void) => Promise<Served>,
  { signal, onServed }: Service,
): Promise<void> {
  const runtime = await loadRuntime();
  // All mocks have the same token, so that an open console keeps working after a restart.
  const consoleToken = randomBytes(24).toString("base64url");
  let served: { readonly service: MockService; readonly options: MockOptions } | undefined;
  try {
    await watchDescription({
      async run(onFile) {
        const given = await read(onFile);
        const options = { consoleToken, ...given.options };
        const load = { ...given.load, onFile };
        const description = await describe({ ...given, load, options }, runtime);
        if (signal.aborted) return;
        const { mock } = description;
        const isFirst = served === undefined;
        // Later, the mock goes on with what it remembers.
        const started = isFirst ? await withTraffic(description, options) : options;
        const isSamePort = served?.options.port === options.port;
        const service = await restart(runtime, mock, started, served?.service, isSamePort);
        served = { service, options };
        if (isFirst) onServed?.();
      },
      left: "The mock does not change",
      watcher: createFileWatcher(),
      debounce: () => setTimeout(debounceMilliseconds),
      say: warn,
      signal,
    });
  } finally {
    await served?.service.close();
  }
}

/** The milliseconds that an editor takes to save its files. */
const debounceMilliseconds = 20;

/** Writes a line to standard error. */
function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function describe(
  { spec, load, options, dates, int64 }: Served,
  runtime: MockRuntime,
): Promise<Description> {
  const isQuiet = options.isQuiet === true;
  const reading: ReadDescriptionOptions = {
    ...load,
    // The content of `x-mock` replaces the description's, but a real server is compared with the description itself.
    isMocked: options.upstream === undefined,
    dates,
    int64,
    isRemembering: options.state !== false,
    onExamplesRefused(warnings) {
      // Finding the locations takes a while, and the request need not wait for it.
      if (!isQuiet) setImmediate(() => warn(formatDiagnostics(warnings())));
    },
  };
  const description = await readDescription(spec, reading, runtime);
  const { mock, diagnostics } = description;
  const warnings = diagnostics.filter((one) => one.severity === "warning");
  if (warnings.length > 0 && !isQuiet) warn(await warningsText(warnings, spec));
  checkNames(mock, options);
  return description;
}

/** The most warnings that are shown as a whole, so that the address of the mock stays on the screen. */
const mostWarnings = 3;

async function warningsText(warnings: readonly Diagnostic[], spec: string): Promise<string> {
  if (warnings.length <= mostWarnings) return formatDiagnostics(warnings);
  const { diagnosticLines } = await import("./terminal/diagnostic-groups.ts");
  const { screenOf } = await import("./terminal/paint.ts");
  const screen = screenOf(process.stderr);
  return diagnosticLines(warnings, [], screen, `openapi-packages lint ${spec} lists all`).join(
    "\n",
  );
}

/**
 * Adds the records of recorded traffic to the options, if they name some.
 *
 * @throws {UsageError} when the file cannot be read, or is no HAR
 */
async function withTraffic(description: Description, options: MockOptions): Promise<MockOptions> {
  const { trafficFile, isQuiet } = options;
  if (trafficFile === undefined) return options;
  const { startOf } = await import("./start-of-traffic.ts");
  const { snapshot, report } = startOf(description, trafficFile);
  if (isQuiet !== true) warn(report);
  return { ...options, start: snapshot };
}

/**
 * Checks the names in the options.
 *
 * @throws {UsageError} when an option names an unknown operation or security scheme
 */
function checkNames(
  { api, operations }: MockDescription,
  { state, upstream, credentials = {} }: ServeOptions,
): void {
  const schemes = Object.keys(api.securitySchemes);
  const scheme = Object.keys(credentials).find((name) => !schemes.includes(name));
  if (scheme !== undefined) throw unknownName("security scheme", scheme, schemes);
  const known = operations.map(({ operation }) => operation.operationId);
  const stateless = typeof state === "object" ? Object.keys(state) : [];
  const named = [...stateless, ...Object.keys(upstream?.modes ?? {})];
  const unknown = named.find((operationId) => !known.includes(operationId));
  if (unknown !== undefined) throw unknownName("operation", unknown, known);
}

/** Replaces a service, at the same port or another. The new one has the old one's state, unless it cannot start with it. */
async function restart(
  runtime: MockRuntime,
  description: MockDescription,
  options: MockOptions,
  before: MockService | undefined,
  isSamePort: boolean,
): Promise<MockService> {
  if (before === undefined) return start(runtime, description, options);
  const remembered = before.mock.snapshot();
  await before.close();
  const again = isSamePort ? { ...options, port: Number(new URL(before.url).port) } : options;
  try {
    return await start(runtime, description, { ...again, start: remembered });
  } catch (error) {
    if (!(error instanceof MockError)) throw error;
    warn(`${error.message}; the mock starts with a new state`);
    return start(runtime, description, again);
  }
}

async function start(
  runtime: MockRuntime,
  description: MockDescription,
  options: MockOptions,
): Promise<MockService> {
  try {
    const service = await runtime.serveMock(description, options);
    const { url, consoleUrl } = service;
    const document: MockDocument = { url, ...(consoleUrl === undefined ? {} : { consoleUrl }) };
    if (options.isJson === true) process.stdout.write(jsonLine(document));
    // Nothing else prints the port that was chosen.
    else if (options.isQuiet === true && options.port === 0) process.stdout.write(`${url}\n`);
    return service;
  } catch (error) {
    // Checked by name, because the class is in the mock engine, which is loaded on demand.
    if (error instanceof Error && error.name === "MockStartError")
      throw new MockError(error.message, { cause: error });
    throw error;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

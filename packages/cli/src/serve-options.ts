import type { ServeOptions, Upstream } from "@openapi-packages/mock/node";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { sectionOf } from "./command-arguments.ts";
import type { OptionValues, SectionValues } from "./options/option-table.ts";
import type { MockOptions } from "./serve-description.ts";

/**
 * Returns the options for serving a mock.
 *
 * @throws {UsageError} for options that contradict each other
 */
export function serveOptions(values: OptionValues): MockOptions {
  const config = sectionOf(values, "mock");
  const { port = 4010, host, seed, dynamic, latency, interval, faults, overrides } = config;
  const { basePath, slashes, acceptNull, limits, quiet } = config;
  const upstream = upstreamOption(config);
  return {
    port,
    ...(host !== undefined && { host }),
    ...(seed !== undefined && { seed }),
    ...(dynamic !== undefined && { dynamic }),
    ...stateOptions(config),
    ...(latency !== undefined && { latency }),
    ...(interval !== undefined && { streams: { interval } }),
    ...(faults !== undefined && { faultsFile: faults }),
    ...(overrides !== undefined && { overridesFile: overrides }),
    ...(basePath !== undefined && { basePath }),
    ...(slashes !== undefined && { slashes }),
    ...(acceptNull !== undefined && { acceptNull }),
    ...(upstream !== undefined && { upstream }),
    ...credentialOptions(config),
    ...callerOptions(config),
    ...callbackOptions(config),
    ...(limits !== undefined && { limits }),
    ...(quiet !== undefined && { isQuiet: quiet }),
    ...(values.plainFormat === "json" && { isJson: true, output: process.stderr }),
  };
}

/** The options that decide who may call the mock and its console. */
function callerOptions({
  console: isConsoleOn = true,
  cors: isCorsOn = true,
  consoleToken,
  allowHosts,
  allowOrigins,
}: SectionValues<"mock">): Partial<ServeOptions> {
  if (!isConsoleOn && consoleToken !== undefined)
    throw new UsageError(
      "mock.consoleToken needs the console, which mock.console turns off: choose one",
    );
  if (!isCorsOn && allowOrigins !== undefined)
    throw new UsageError("mock.allowOrigins allows origins, but mock.cors forbids all: choose one");
  return {
    ...(!isConsoleOn && { isConsoleOn }),
    ...(consoleToken !== undefined && { consoleToken }),
    ...(allowHosts !== undefined && { allowHosts }),
    ...(!isCorsOn && { isCorsOn }),
    ...(allowOrigins !== undefined && { allowOrigins }),
  };
}

/** The options of the requests that the mock sends by itself. */
function callbackOptions({
  callbacks: isOn = true,
  allowCallbackOrigins: allowOrigins,
  callbackSecret: secret,
}: SectionValues<"mock">): Partial<ServeOptions> {
  const other = allowOrigins === undefined ? "mock.callbackSecret" : "mock.allowCallbackOrigins";
  const isGiven = allowOrigins !== undefined || secret !== undefined;
  if (!isOn && isGiven)
    throw new UsageError(
      `${other} needs the callbacks, which mock.callbacks turns off: choose one`,
    );
  if (!isOn) return { callbacks: false };
  if (!isGiven) return {};
  return {
    callbacks: { ...(allowOrigins && { allowOrigins }), ...(secret !== undefined && { secret }) },
  };
}

function stateOptions({
  state,
  stateless = [],
  empty = false,
  startFrom,
}: SectionValues<"mock">): Partial<MockOptions> {
  if (state === false && stateless.length > 0)
    throw new UsageError(
      "--no-state applies to all operations, mock.stateless to some: choose one",
    );
  if (state === false && empty)
    throw new UsageError("--no-state has no state to leave --empty: choose one");
  const other = state === false ? "--no-state" : empty ? "--empty" : undefined;
  if (startFrom !== undefined && other !== undefined)
    throw new UsageError(`${other} leaves no records for --start-from: choose one`);
  if (state === false) return { state };
  return {
    ...(empty && { start: "empty" }),
    ...(startFrom !== undefined && { trafficFile: startFrom }),
    ...(state !== undefined && { stateFile: state }),
    ...(stateless.length > 0 && { state: Object.fromEntries(stateless.map((id) => [id, false])) }),
  };
}

/** Credentials that are given are also required. */
function credentialOptions({
  credentials = {},
  demandCredentials = false,
  scopes,
}: SectionValues<"mock">): Partial<ServeOptions> {
  const granted = scopes === undefined ? {} : { scopes: listsOf(scopes) };
  if (Object.keys(credentials).length === 0)
    return demandCredentials ? { demandCredentials, ...granted } : granted;
  return { demandCredentials: true, credentials: listsOf(credentials), ...granted };
}

const listsOf = (
  entries: Readonly<Record<string, string | readonly string[]>>,
): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(entries).map(([name, texts]) => [name, [texts].flat()]));

function upstreamOption({
  proxy: url,
  proxyTimeout: timeout,
  modes,
  errors: refuse = false,
}: SectionValues<"mock">): Upstream | undefined {
  if (url === undefined) {
    const lone = timeout === undefined ? undefined : "mock.proxyTimeout";
    const other = refuse ? "mock.errors" : modes === undefined ? lone : "--mode";
    if (other !== undefined)
      throw new UsageError(
        `${other} needs --proxy: give the server, as in --proxy https://api.example.com`,
      );
    return undefined;
  }
  if (!/^https?:\/\/[^/?#]/i.test(url) || !URL.canParse(url))
    throw new UsageError(
      `--proxy is an address, such as https://api.example.com/v1, not ${JSON.stringify(url)}`,
    );
  // `*` is the mode of all operations that are not named.
  const { "*": mode, ...named } = modes ?? {};
  return {
    url,
    ...(mode !== undefined && { mode }),
    ...(Object.keys(named).length > 0 && { modes: named }),
    ...(refuse && { refuse }),
    ...(timeout !== undefined && { timeout }),
  };
}

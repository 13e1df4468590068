import type { ServeOptions, Upstream, UpstreamMode } from "@openapi-packages/mock/node";
import { UsageError } from "../usage-error.ts";

/** The options of `mock`, as `parseArgs` gives them. */
export interface MockValues {
  readonly port?: string | undefined;
  readonly host?: string | undefined;
  readonly seed?: string | undefined;
  readonly dynamic: boolean;
  readonly state?: string | undefined;
  readonly "no-state": boolean;
  readonly stateless?: readonly string[] | undefined;
  readonly empty: boolean;
  readonly latency?: string | undefined;
  readonly interval?: string | undefined;
  readonly faults?: string | undefined;
  readonly overrides?: string | undefined;
  readonly "base-path"?: readonly string[] | undefined;
  readonly slashes?: string | undefined;
  readonly "accept-null"?: string | undefined;
  readonly proxy?: string | undefined;
  readonly mode?: readonly string[] | undefined;
  readonly errors: boolean;
  readonly "proxy-timeout"?: string | undefined;
  readonly limit?: readonly string[] | undefined;
  readonly "demand-credentials": boolean;
  readonly credential?: readonly string[] | undefined;
  readonly "no-console": boolean;
  readonly "console-token"?: string | undefined;
  readonly "allow-host"?: readonly string[] | undefined;
  readonly "allow-origin"?: readonly string[] | undefined;
  readonly "no-cors": boolean;
  readonly quiet: boolean;
}

/**
 * The options of serving a mock, read from the command line.
 *
 * @throws {UsageError} for a value that an option cannot have, and for options that contradict each other
 */
export function mockOptions(values: MockValues): ServeOptions {
  const { host, seed, dynamic, empty, quiet, faults, overrides } = values;
  const latency = millisecondsOption("--latency", values.latency);
  const interval = millisecondsOption("--interval", values.interval);
  const upstream = upstreamOption(values);
  return {
    port: portOption(values.port),
    ...(host === undefined ? {} : { host: present("--host", host, "127.0.0.1") }),
    ...(seed === undefined ? {} : { seed }),
    ...(dynamic ? { dynamic } : {}),
    ...stateOptions(values),
    ...(empty ? { start: "empty" } : {}),
    ...(latency === undefined ? {} : { latency }),
    ...(interval === undefined ? {} : { streams: { interval } }),
    ...(faults === undefined ? {} : { faultsFile: present("--faults", faults, "faults.json") }),
    ...(overrides === undefined
      ? {}
      : { overridesFile: present("--overrides", overrides, "overrides.ts") }),
    ...requestOptions(values),
    ...(upstream === undefined ? {} : { upstream }),
    ...credentialOptions(values),
    ...callerOptions(values),
    ...limitOptions(values.limit),
    ...(quiet ? { isQuiet: true } : {}),
  };
}

/** What requests may look like. The mock checks the base paths. */
function requestOptions({
  "base-path": basePath,
  slashes,
  "accept-null": acceptNull,
}: MockValues): Pick<ServeOptions, "basePath" | "slashes" | "acceptNull"> {
  if (slashes !== undefined && slashes !== "exact" && slashes !== "lenient")
    throw new UsageError(`--slashes is exact or lenient, not ${JSON.stringify(slashes)}`);
  if (acceptNull !== undefined && acceptNull !== "absent")
    throw new UsageError(`--accept-null is absent, not ${JSON.stringify(acceptNull)}`);
  return {
    ...(basePath === undefined ? {} : { basePath }),
    ...(slashes === undefined ? {} : { slashes }),
    ...(acceptNull === undefined ? {} : { acceptNull }),
  };
}

/** The names are checked where the limits are. */
function limitOptions(entries: readonly string[] = []): Pick<ServeOptions, "limits"> {
  if (entries.length === 0) return {};
  const limits = entries.map((entry) => {
    const [, name, number] = /^([a-zA-Z]+)=(\d{1,15})$/.exec(entry) ?? [];
    if (name !== undefined) return [name, Number(number)] as const;
    throw new UsageError(
      `--limit is a limit and its number, such as records=1000, not ${JSON.stringify(entry)}`,
    );
  });
  return { limits: Object.fromEntries(limits) };
}

/** Who may call the mock and its console. */
function callerOptions(
  values: MockValues,
): Pick<ServeOptions, "isConsoleOn" | "consoleToken" | "allowHosts" | "isCorsOn" | "allowOrigins"> {
  const { "console-token": consoleToken, "allow-host": allowHosts } = values;
  const { "allow-origin": allowOrigins } = values;
  if (values["no-console"] && consoleToken !== undefined)
    throw new UsageError("--console-token is for what --no-console leaves out: choose one");
  if (values["no-cors"] && allowOrigins !== undefined)
    throw new UsageError("--allow-origin allows what --no-cors forbids: choose one");
  return {
    ...(values["no-console"] ? { isConsoleOn: false } : {}),
    ...(consoleToken === undefined
      ? {}
      : { consoleToken: present("--console-token", consoleToken, "4f1c…") }),
    ...(allowHosts === undefined ? {} : { allowHosts }),
    ...(values["no-cors"] ? { isCorsOn: false } : {}),
    ...(allowOrigins === undefined ? {} : { allowOrigins }),
  };
}

function present(option: string, value: string, example: string): string {
  if (value !== "") return value;
  throw new UsageError(`${option} is empty; it looks like ${option} ${example}`);
}

function portOption(value = "4010"): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new UsageError(
    `--port is a number from 0 to 65535, not ${JSON.stringify(value)}; 0 takes one that is free`,
  );
}

function stateOptions(values: MockValues): Pick<ServeOptions, "state" | "stateFile"> {
  const { state, stateless = [] } = values;
  if (values["no-state"]) {
    if (state !== undefined)
      throw new UsageError("--state keeps what --no-state forgets: choose one");
    if (stateless.length > 0)
      throw new UsageError("--no-state speaks of all operations, --stateless of one: choose one");
    if (values.empty) throw new UsageError("--no-state has nothing to be --empty: choose one");
    return { state: false };
  }
  return {
    ...(state === undefined ? {} : { stateFile: present("--state", state, "state.json") }),
    ...(stateless.length === 0
      ? {}
      : { state: Object.fromEntries(stateless.map((operation) => [operation, false])) }),
  };
}

/** Milliseconds, so many or from and up to. */
function millisecondsOption(option: string, value: string | undefined): ServeOptions["latency"] {
  if (value === undefined) return undefined;
  const [, from, to = from] = /^(\d{1,7})(?:\.\.(\d{1,7}))?$/.exec(value) ?? [];
  if (from === undefined)
    throw new UsageError(
      `${option} is milliseconds, such as 200 or 200..800, not ${JSON.stringify(value)}`,
    );
  if (Number(from) > Number(to))
    throw new UsageError(`${option} goes from less to more: ${to}..${from}`);
  return from === to ? Number(from) : `${Number(from)}..${Number(to)}`;
}

/** Credentials are demanded where some are given. */
function credentialOptions({
  "demand-credentials": demandCredentials,
  credential = [],
}: MockValues): Pick<ServeOptions, "demandCredentials" | "credentials"> {
  const credentials = new Map<string, string[]>();
  for (const value of credential) {
    const at = value.indexOf("=");
    const [scheme, text] = [value.slice(0, at), value.slice(at + 1)];
    if (at <= 0 || text === "")
      throw new UsageError(
        "--credential is a security scheme and what it accepts, as in bearerAuth=secret, and basicAuth=user:password for HTTP basic",
      );
    credentials.set(scheme, [...(credentials.get(scheme) ?? []), text]);
  }
  return {
    ...(demandCredentials || credential.length > 0 ? { demandCredentials: true } : {}),
    ...(credential.length === 0 ? {} : { credentials: Object.fromEntries(credentials) }),
  };
}

function upstreamOption(values: MockValues): Upstream | undefined {
  const { proxy, mode = [], errors, "proxy-timeout": timeout } = values;
  if (proxy === undefined) {
    const lone = timeout === undefined ? undefined : "--proxy-timeout";
    const other = errors ? "--errors" : mode.length > 0 ? "--mode" : lone;
    if (other !== undefined)
      throw new UsageError(
        `${other} is about --proxy: say where requests go, as in --proxy https://api.example.com`,
      );
    return undefined;
  }
  if (!/^https?:\/\/[^/?#]/i.test(proxy) || !URL.canParse(proxy))
    throw new UsageError(
      `--proxy is an address, such as https://api.example.com/v1, not ${JSON.stringify(proxy)}`,
    );
  return {
    url: proxy,
    ...modesOption(mode.map(modeEntry)),
    ...(errors ? { refuse: true } : {}),
    ...(timeout === undefined ? {} : { timeout: timeoutOption(timeout) }),
  };
}

function timeoutOption(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new UsageError(
    `--proxy-timeout is milliseconds, such as 30000, or 0 for any time; not ${JSON.stringify(value)}`,
  );
}

/** `*` stands for all operations that are not named. */
function modesOption(
  entries: readonly (readonly [operation: string, mode: UpstreamMode])[],
): Pick<Upstream, "mode" | "modes"> {
  const others = entries.findLast(([operation]) => operation === "*")?.[1];
  const named = entries.filter(([operation]) => operation !== "*");
  return {
    ...(others === undefined ? {} : { mode: others }),
    ...(named.length === 0 ? {} : { modes: Object.fromEntries(named) }),
  };
}

const modes: readonly UpstreamMode[] = ["mock", "proxy", "record"];

function modeEntry(value: string): [operation: string, mode: UpstreamMode] {
  const at = value.lastIndexOf("=");
  const mode = modes.find((one) => one === value.slice(at + 1));
  if (at > 0 && mode !== undefined) return [value.slice(0, at), mode];
  throw new UsageError(
    `--mode is an operation and what is done with it, mock, proxy or record, as in getPet=mock; not ${JSON.stringify(value)}`,
  );
}

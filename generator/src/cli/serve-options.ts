import type { ServeOptions, Upstream } from "@openapi-packages/mock/node";
import { UsageError } from "../usage-error.ts";
import type { OptionValues } from "./options/option-table.ts";
import type { MockOptions } from "./serve-description.ts";

/**
 * The options of serving a mock.
 *
 * @throws {UsageError} for options that contradict each other
 */
export function serveOptions(values: OptionValues): MockOptions {
  const upstream = upstreamOption(values);
  const interval = values["mock.interval"];
  return {
    port: values["mock.port"] ?? 4010,
    ...given("host", values["mock.host"]),
    ...given("seed", values["mock.seed"]),
    ...(values["mock.dynamic"] === true ? { dynamic: true } : {}),
    ...stateOptions(values),
    ...(values["mock.empty"] === true ? { start: "empty" } : {}),
    ...given("latency", values["mock.latency"]),
    ...(interval === undefined ? {} : { streams: { interval } }),
    ...given("faultsFile", values["mock.faults"]),
    ...given("overridesFile", values["mock.overrides"]),
    ...given("basePath", values["mock.basePath"]),
    ...given("slashes", values["mock.slashes"]),
    ...given("acceptNull", values["mock.acceptNull"]),
    ...given("upstream", upstream),
    ...credentialOptions(values),
    ...callerOptions(values),
    ...given("limits", values["mock.limits"]),
    ...(values["mock.quiet"] === true ? { isQuiet: true } : {}),
    ...(values.plainFormat === "json" ? { isJson: true, output: process.stderr } : {}),
  };
}

/** A member, if it was given. */
function given<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
}

/** Who may call the mock and its console. */
function callerOptions(
  values: OptionValues,
): Pick<ServeOptions, "isConsoleOn" | "consoleToken" | "allowHosts" | "isCorsOn" | "allowOrigins"> {
  const consoleToken = values["mock.consoleToken"];
  const allowOrigins = values["mock.allowOrigins"];
  const isWithoutConsole = values["mock.console"] === false;
  const isWithoutCors = values["mock.cors"] === false;
  if (isWithoutConsole && consoleToken !== undefined)
    throw new UsageError("mock.consoleToken is for what mock.console leaves out: choose one");
  if (isWithoutCors && allowOrigins !== undefined)
    throw new UsageError("mock.allowOrigins allows what mock.cors forbids: choose one");
  return {
    ...(isWithoutConsole ? { isConsoleOn: false } : {}),
    ...given("consoleToken", consoleToken),
    ...given("allowHosts", values["mock.allowHosts"]),
    ...(isWithoutCors ? { isCorsOn: false } : {}),
    ...given("allowOrigins", allowOrigins),
  };
}

function stateOptions(values: OptionValues): Pick<ServeOptions, "state" | "stateFile"> {
  const { "mock.state": state, "mock.stateless": stateless = [] } = values;
  if (state === false) {
    if (stateless.length > 0)
      throw new UsageError(
        "--no-state is about all operations, mock.stateless about some: choose one",
      );
    if (values["mock.empty"] === true)
      throw new UsageError("--no-state has nothing to be --empty: choose one");
    return { state: false };
  }
  return {
    ...given("stateFile", state),
    ...(stateless.length === 0
      ? {}
      : { state: Object.fromEntries(stateless.map((operation) => [operation, false])) }),
  };
}

/** Credentials are demanded where some are given. */
function credentialOptions(
  values: OptionValues,
): Pick<ServeOptions, "demandCredentials" | "credentials"> {
  const { "mock.credentials": credentials = {}, "mock.demandCredentials": isDemanded } = values;
  const entries = Object.entries(credentials);
  return {
    ...(isDemanded === true || entries.length > 0 ? { demandCredentials: true } : {}),
    ...(entries.length === 0
      ? {}
      : {
          credentials: Object.fromEntries(
            entries.map(([scheme, texts]) => [scheme, [texts].flat()]),
          ),
        }),
  };
}

function upstreamOption(values: OptionValues): Upstream | undefined {
  const { "mock.proxy": proxy, "mock.proxyTimeout": timeout, "mock.modes": modes } = values;
  const isRefusing = values["mock.errors"] === true;
  if (proxy === undefined) {
    const lone = timeout === undefined ? undefined : "mock.proxyTimeout";
    const other = isRefusing ? "mock.errors" : modes === undefined ? lone : "--mode";
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
    ...modesOption(modes),
    ...(isRefusing ? { refuse: true } : {}),
    ...given("timeout", timeout),
  };
}

/** `*` stands for all operations that are not named. */
function modesOption(modes: OptionValues["mock.modes"] = {}): Pick<Upstream, "mode" | "modes"> {
  const { "*": mode, ...named } = modes;
  return {
    ...given("mode", mode),
    ...(Object.keys(named).length === 0 ? {} : { modes: named }),
  };
}

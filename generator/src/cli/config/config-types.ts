import type { GenerateOptions } from "../../generate-types.ts";
import type { HandlerFileOptions } from "../../scaffold/scaffold-types.ts";
import type { Duration, Milliseconds } from "../options/option.ts";

/** The options of `generate` that are about one run, or come from a program. */
type RunOption =
  "spec" | "cache" | "check" | "fingerprint" | "force" | "onFile" | "onStage" | "onUpgrade";

/** One description, and what is made of it: a job. Relative paths are relative to the configuration's file. */
export interface Config extends Partial<Omit<GenerateOptions, RunOption>> {
  /** The description's file, or its URL. */
  readonly description?: string;
  /** The handlers of `scaffold` and `promote`. */
  readonly scaffold?: ScaffoldConfig;
  /** The mock that `mock` serves. */
  readonly mock?: MockConfig;
  /** What `verify` holds against the description. */
  readonly verify?: VerifyConfig;
}

/** A key of a configuration that has keys in it. */
export type Section = "client" | "filters" | "scaffold" | "mock" | "verify";

/** The handlers that `scaffold` and `promote` write. */
export interface ScaffoldConfig extends Omit<HandlerFileOptions, "name" | "scope"> {
  /** The folder of the handlers. */
  readonly out?: string;
}

/** The mock that `mock` serves. */
export interface MockConfig {
  /** The port. Left out: 4010; 0 takes any that is free. */
  readonly port?: number;
  /** The address to listen on. Left out: `127.0.0.1`, for this machine only. */
  readonly host?: string;
  /** The seed of all random values. Left out: `0`. */
  readonly seed?: string;
  /** Vary responses from request to request. */
  readonly dynamic?: boolean;
  /** The file that keeps the state between runs, or `false` for no state. Left out: it is kept in memory. */
  readonly state?: string | false;
  /** The operations that are answered with their example only, by operationId. */
  readonly stateless?: readonly string[];
  /** Start without the resources of the examples. */
  readonly empty?: boolean;
  /** Milliseconds before each response: `200` or `"200..800"`. Left out: none. */
  readonly latency?: Milliseconds;
  /** Milliseconds between the items of a stream. Left out: 100. */
  readonly interval?: Milliseconds;
  /** A JSON file of faults. */
  readonly faults?: string;
  /** A module with overrides. */
  readonly overrides?: string;
  /** The paths before the description's paths, such as `/v1`; `/` for none. Left out: those of its servers, and `/`. */
  readonly basePath?: readonly string[];
  /** `lenient` ignores doubled slashes, and one at the end of a path. Left out: `exact`. */
  readonly slashes?: "exact" | "lenient";
  /** `absent` takes null for an optional member that is not nullable as if it were not there. */
  readonly acceptNull?: "absent";
  /** The address of a server that requests are forwarded to, below the path of the address. */
  readonly proxy?: string;
  /** Milliseconds until its response is there; 0 for any time. Left out: 30000. */
  readonly proxyTimeout?: number;
  /** What is done with operations, by operationId, with `proxy`; `*` stands for all others. */
  readonly modes?: Readonly<Record<string, "mock" | "proxy" | "record">>;
  /** Reject requests that violate the description, with `proxy`. */
  readonly errors?: boolean;
  /** Require the credentials of the description's security. */
  readonly demandCredentials?: boolean;
  /** The credentials that security schemes accept, by the name of the scheme; they are required then. */
  readonly credentials?: Readonly<Record<string, string | readonly string[]>>;
  /** The most that is remembered, and done at a time, by the names that `mock --help` lists. */
  readonly limits?: Readonly<Record<string, number>>;
  /** `false` for no console at `/__mock`. */
  readonly console?: boolean;
  /** The token of the console. Left out: a new one for each run. */
  readonly consoleToken?: string;
  /** Further names by which the mock may be called, with a port or for all ports; `*` for any. */
  readonly allowHosts?: readonly string[];
  /** Further origins whose pages may call the mock; `null` for files, `*` for all. */
  readonly allowOrigins?: readonly string[];
  /** `false` for no requests from pages of other origins. */
  readonly cors?: boolean;
  /** Print only warnings and errors. */
  readonly quiet?: boolean;
}

/** What `verify` holds against the description, and how. */
export interface VerifyConfig {
  /** The URL of the server, below whose path all operations are. */
  readonly server?: string;
  /** The module of a client, which it exports by default. */
  readonly client?: string;
  /** An earlier revision of the description: a file, a URL, or a revision of its repository, such as `main`. */
  readonly against?: string;
  /** Earlier clients against the later server, the reverse, or both. Left out: `full`. */
  readonly compatibility?: "backward" | "forward" | "full";
  /** A credential per security scheme: a token, a key, or `user:password`. `${NAME}` in it is a variable of the environment. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** The credentials of somebody else, who may see nothing of the first. */
  readonly otherCredentials?: Readonly<Record<string, string>>;
  /** Credentials that have expired. Left out: expiry is not verified. */
  readonly expiredCredentials?: Readonly<Record<string, string>>;
  /** Credentials that have none of the scopes that operations require. Left out: scopes are not verified. */
  readonly weakCredentials?: Readonly<Record<string, string>>;
  /** The server is there for the test: everything on it may be changed and deleted. */
  readonly disposable?: boolean;
  /** A YAML or JSON file of what the description does not say. */
  readonly expectations?: string;
  /** Documents of workflows (Arazzo 1.0), each of which is a case. */
  readonly workflows?: readonly string[];
  /** The seed of all random values. Left out: 0. */
  readonly seed?: number;
  /** The time after which no further case begins: `"90s"`, `"5m"`. Left out: 5 minutes. */
  readonly maxTime?: Duration;
  /** The time until an answer is whole. Left out: 10 seconds. */
  readonly timeout?: Duration;
  /** The least percentage of operations to be covered. */
  readonly minCoverage?: number;
  /** Files of reports, by their formats: `{ junit: "junit.xml" }`. */
  readonly reports?: Readonly<Record<string, string>>;
  /** The format of the report on standard output. Left out: `pretty`. */
  readonly format?: "pretty" | "json" | "junit" | "sarif" | "github";
}

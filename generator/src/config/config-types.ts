import type { GenerateOptions } from "../generate-types.ts";
import type { HandlerFileOptions } from "../scaffold/scaffold-types.ts";
import type { Duration, Milliseconds } from "@openapi-packages/cli/options/option";

/** The options of `generate` that concern one run, or that only programs pass. */
type RunOption =
  | "spec"
  | "cache"
  | "check"
  | "fingerprint"
  | "force"
  | "onFile"
  | "onProgress"
  | "onStage"
  | "onUpgrade";

/** A job: a description, and the code to generate from it. Relative paths are relative to the configuration's file. */
export interface Config extends Partial<Omit<GenerateOptions, RunOption>> {
  /** The description's file, or its URL. */
  readonly description?: string;
  /** The handlers of `scaffold` and `promote`. */
  readonly scaffold?: ScaffoldConfig;
  /** The mock that `mock` serves. */
  readonly mock?: MockConfig;
  /** The options of `verify`. */
  readonly verify?: VerifyConfig;
}

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
  /** The operations, by operationId, that always respond with their example. */
  readonly stateless?: readonly string[];
  /** Start without the resources of the examples. */
  readonly empty?: boolean;
  /** The file of recorded traffic, HAR 1.2, with the records to start with. Left out: those of the examples. */
  readonly startFrom?: string;
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
  /** `lenient` ignores doubled and trailing slashes in paths. Left out: `exact`. */
  readonly slashes?: "exact" | "lenient";
  /** `absent` treats null as absent for optional members that are not nullable. */
  readonly acceptNull?: "absent";
  /** The URL of a server to forward requests to; its path comes before theirs. */
  readonly proxy?: string;
  /** Milliseconds to wait for its response; 0 for no limit. Left out: 30000. */
  readonly proxyTimeout?: number;
  /** With `proxy`, the mode of operations, by operationId; `*` is for all others. */
  readonly modes?: Readonly<Record<string, "mock" | "proxy" | "record">>;
  /** With `proxy`, reject requests that violate the description. */
  readonly errors?: boolean;
  /** Require the credentials of the description's security. */
  readonly demandCredentials?: boolean;
  /** The credentials that security schemes accept, by the name of the scheme; this also requires them. */
  readonly credentials?: Readonly<Record<string, string | readonly string[]>>;
  /** The scopes or roles of credentials; an operation that requires another answers 403. Left out: all. */
  readonly scopes?: Readonly<Record<string, string | readonly string[]>>;
  /** Limits such as `records` and `activeRequests`, by the names that `mock --help` lists. */
  readonly limits?: Readonly<Record<string, number>>;
  /** `false` turns off the console at `/__mock`. */
  readonly console?: boolean;
  /** The token of the console. Left out: a new one for each run. */
  readonly consoleToken?: string;
  /** More host names that requests may use, each with a port or for all ports; `*` for any. */
  readonly allowHosts?: readonly string[];
  /** More origins whose pages may call the mock; `null` for files, `*` for all. */
  readonly allowOrigins?: readonly string[];
  /** `false` refuses requests from pages of other origins. */
  readonly cors?: boolean;
  /** `false` sends no callbacks. */
  readonly callbacks?: boolean;
  /** More origins that callbacks are sent to; `*` for all. Left out: this machine alone. */
  readonly allowCallbackOrigins?: readonly string[];
  /** The secret that signs callbacks, as `x-webhook-signature` says. Left out: they are not signed. */
  readonly callbackSecret?: string;
  /** Print only errors, and the address with port 0. */
  readonly quiet?: boolean;
}

/** The options of `verify`: what it compares with the description, and how. */
export interface VerifyConfig {
  /** The URL of the server; its path comes before the paths of operations. */
  readonly server?: string;
  /** The module whose default export is a client. */
  readonly client?: string;
  /** An earlier revision of the description: a file, a URL, or a revision of its repository, such as `main`. */
  readonly against?: string;
  /** Earlier clients against the later server, the reverse, or both. Left out: `full`. */
  readonly compatibility?: "backward" | "forward" | "full";
  /** A credential per security scheme: a token, a key, or `user:password`. `${NAME}` in it is an environment variable. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** The credentials of another user, who must not see the first user's resources. */
  readonly otherCredentials?: Readonly<Record<string, string>>;
  /** Credentials that have expired. Left out: expiry is not verified. */
  readonly expiredCredentials?: Readonly<Record<string, string>>;
  /** Credentials without the scopes that operations require. Left out: scopes are not verified. */
  readonly weakCredentials?: Readonly<Record<string, string>>;
  /** True for a server that exists only for tests: everything on it may be changed and deleted. */
  readonly disposable?: boolean;
  /** A YAML or JSON file with expectations that the description cannot express. */
  readonly expectations?: string;
  /** Documents of workflows (Arazzo 1.0); each workflow is a case. */
  readonly workflows?: readonly string[];
  /** The seed of all random values. Left out: 0. */
  readonly seed?: number;
  /** The time after which no further case starts: `"90s"`, `"5m"`. Left out: 5 minutes. */
  readonly maxTime?: Duration;
  /** The time until a response must be complete. Left out: 10 seconds. */
  readonly timeout?: Duration;
  /** The time that a response may take: `"500ms"`. Left out: any. */
  readonly maxResponseTime?: Duration;
  /** The minimum percentage of operations to cover. */
  readonly minCoverage?: number;
  /** The file of each report, by its format: `{ junit: "junit.xml" }`. */
  readonly reports?: Readonly<Record<string, string>>;
  /** The format of the report on standard output. Left out: `pretty`. */
  readonly format?: "pretty" | "json" | "junit" | "sarif" | "github";
}

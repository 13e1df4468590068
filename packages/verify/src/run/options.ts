import type { SecretNames } from "../shown/secrets.ts";
import type { Expectations } from "../expectations/expectations.ts";
import type { Credentials } from "../wire/write-request.ts";
import type { Progress } from "../report/report.ts";

/** The options of all kinds of runs. */
export interface RunOptions {
  /** Determines all random values: the same seed sends the same requests. Default: that of `replay`, else 0. */
  readonly seed?: number;
  /** The time in milliseconds after which no further case starts. Default: 5 minutes. */
  readonly maxTime?: number;
  /** Only runs cases of these operations, by `operationId`. Default: all. */
  readonly operations?: readonly string[];
  /** Only runs cases of operations with one of these tags. Default: all. */
  readonly tags?: readonly string[];
  /** Only runs cases that aim for one of these statuses: `404`, `4XX`. Default: any. */
  readonly statuses?: readonly string[];
  /**
   * Only runs these cases: identifiers of failures, which include the seed. What such a case does not find alone, it is to
   * find after the cases before it. The name of a case, without a seed, runs this one. Default: all cases.
   */
  readonly replay?: readonly string[];
  readonly expectations?: Expectations;
  /** The folder for the commands of `expectations.before` and `after`. Default: the working folder. */
  readonly expectationsFolder?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** The options of runs against a server. */
export interface ServerRunOptions extends RunOptions {
  /** A credential for each security scheme. */
  readonly credentials?: Credentials;
  /** Expired credentials by security scheme. Default: expiry is not verified. */
  readonly expiredCredentials?: Credentials;
  /** Valid credentials without any of the scopes that operations require. Default: scopes are not verified. */
  readonly weakCredentials?: Credentials;
  /** Files of Arazzo documents (1.0), whose workflows are run. Default: none. */
  readonly workflows?: readonly string[];
  /**
   * The credentials of another principal, who must not see anything of the first. Default: the separation of
   * principals is not verified.
   */
  readonly otherCredentials?: Credentials;
  /**
   * True if the service at the URL may be changed and its data deleted. Servers in this process always are
   * disposable. Default: destructive operations are only called if `expectations.destructive` lists them.
   */
  readonly disposable?: boolean;
  /** The names of environment variables with the credentials, for reports. Default: derived from the schemes. */
  readonly secretNames?: SecretNames;
  /** The time limit of an answer in milliseconds. A stream is read for as long. Default: 10 000. */
  readonly timeout?: number;
  /**
   * The longest time of an answer in milliseconds, until its last byte, or of a stream, until its headers. It is a
   * failure if one takes longer. `maxResponseTimes` of the expectations has others by operation. Default: none.
   */
  readonly maxResponseTime?: number;
  /** The maximum number of bytes that are read of an answer. Default: 8 MiB. */
  readonly maxBodyBytes?: number;
}

import type { SecretNames } from "../shown/secrets.ts";
import type { Expectations } from "../expectations/expectations.ts";
import type { Credentials } from "../wire/write-request.ts";
import type { Progress } from "../report/report.ts";

/** What every run takes, whichever side it verifies. */
export interface RunOptions {
  /** Decides all random values: the same seed sends the same requests. Left out: that of `replay`, else 0. */
  readonly seed?: number;
  /** Milliseconds after which no further case begins. Left out: 5 minutes. */
  readonly maxTime?: number;
  /** Runs cases of these operations alone, by `operationId`. Left out: of all. */
  readonly operations?: readonly string[];
  /** Runs cases of operations with one of these tags alone. Left out: of all. */
  readonly tags?: readonly string[];
  /** Runs cases that aim at one of these statuses alone: `404`, `4XX`. Left out: at any. */
  readonly statuses?: readonly string[];
  /** Runs these cases alone: the identifiers of failures, which also have the seed. Left out: all. */
  readonly replay?: readonly string[];
  readonly expectations?: Expectations;
  /** Where the commands of `expectations.before` and `after` run. Left out: in the working folder. */
  readonly expectationsFolder?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** What a run against a server takes. */
export interface ServerRunOptions extends RunOptions {
  /** A credential per security scheme. */
  readonly credentials?: Credentials;
  /** Credentials that have expired, per security scheme. Left out: expiry is not verified. */
  readonly expiredCredentials?: Credentials;
  /** Credentials that are valid and have none of the scopes that operations require. Left out: scopes are not verified. */
  readonly weakCredentials?: Credentials;
  /** The files of Arazzo documents (1.0), whose workflows are run. Left out: none. */
  readonly workflows?: readonly string[];
  /** The credentials of another principal, who may see nothing of the first. Left out: what needs two is not verified. */
  readonly otherCredentials?: Credentials;
  /**
   * True if the service at the URL is there for the test, so that anything may be changed and deleted. Servers that run
   * in this process are. Left out: destructive operations are called only where `expectations.destructive` names them.
   */
  readonly disposable?: boolean;
  /** The variables of the environment that have the credentials: reports name them. Left out: called after the schemes. */
  readonly secretNames?: SecretNames;
  /** Milliseconds until an answer is whole; a stream is read as long. Left out: 10 000. */
  readonly timeout?: number;
  /** Bytes of an answer that are read. Left out: 8 MiB. */
  readonly maxBodyBytes?: number;
}

/** All records of a mock, as JSON. */
export interface Snapshot {
  readonly version: 1;
  readonly records: { readonly [resource: string]: readonly SnapshotRecord[] };
  /** Keys of deleted records, for resources whose records exist without being created. */
  readonly deleted?: { readonly [resource: string]: readonly string[] };
  /** The number of generated keys. */
  readonly made?: number;
  readonly recordings?: readonly Recording[];
}

/** One record, as it is stored. */
export interface SnapshotRecord {
  readonly scope: { readonly [parameter: string]: string };
  readonly value: { readonly [member: string]: unknown };
  /** The start of its lifecycle, in milliseconds since 1970. Default: it does not change by itself. */
  readonly since?: number;
  /** The number of completed steps and events of its lifecycle. Default: none. */
  readonly passed?: number;
  /** The name of its event in a stream. Default: it has none. */
  readonly event?: string;
  /**
   * The SHA-256 digest, in Base64, of a credential's secret that was shown once; `null` after it was revoked.
   * Default: it has none, or the record contains it.
   */
  readonly secret?: string | null;
  /** The bytes uploaded to its signed address, in Base64, with their media type. */
  readonly contents?: { readonly type: string; readonly base64: string };
}

/** A recorded answer of another server. */
export interface Recording {
  readonly operationId: string;
  /** The identity of the request: method, path, query and a hash of the body. */
  readonly key: string;
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** As text, or in Base64 if it is not text. */
  readonly body?: string;
  readonly base64?: string;
}

/** All records of a mock, as JSON. */
export interface Snapshot {
  readonly version: 1;
  readonly records: { readonly [resource: string]: readonly SnapshotRecord[] };
  /** Keys of records that were deleted, where records need not be created to be there. */
  readonly deleted?: { readonly [resource: string]: readonly string[] };
  /** The number of keys that have been made. */
  readonly made?: number;
  readonly recordings?: readonly Recording[];
}

/** One record, as it is stored. */
export interface SnapshotRecord {
  readonly scope: { readonly [parameter: string]: string };
  readonly value: { readonly [member: string]: unknown };
  /** When it was created, in milliseconds since 1970; a lifecycle goes on from there. Left out: it is at rest. */
  readonly since?: number;
  /** The number of steps and events of its lifecycle that have passed. Left out: none. */
  readonly passed?: number;
  /** The name of its event in a stream. Left out: it has none. */
  readonly event?: string;
  /**
   * The SHA-256 digest, in Base64, of a credential's secret that was shown once; `null`: it was revoked.
   * Left out: it has none, or shows it.
   */
  readonly secret?: string | null;
  /** The bytes that were put to its signed address, in Base64, with their media type. */
  readonly contents?: { readonly type: string; readonly base64: string };
}

/** A recorded answer of another server. */
export interface Recording {
  readonly operationId: string;
  /** The identity of the request: method, path, query and a hash of the body. */
  readonly key: string;
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** As text, or in Base64 where it is none. */
  readonly body?: string;
  readonly base64?: string;
}

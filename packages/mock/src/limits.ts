/** The most data that a mock stores. When a limit is exceeded, the oldest data is evicted. */
export interface MockLimits {
  /** Records of one resource. Default: 10 000. */
  readonly resourceRecords: number;
  /** Records of all resources together. Default: 50 000. */
  readonly records: number;
  /** Bytes of all records as JSON, including the contents of their signed addresses. Default: 64 MiB. */
  readonly stateBytes: number;
  /** Bytes of a request's body, such as an upload. Larger ones are refused with 413. Default: 1 MiB. */
  readonly bodyBytes: number;
  /** Bytes that can be uploaded to one signed address. Larger contents are refused with 413. Default: 32 MiB. */
  readonly contentBytes: number;
  /** Recorded answers of another server. Default: 1000. */
  readonly recordings: number;
  /** Bytes of all recorded answers together. Default: 16 MiB. */
  readonly recordingBytes: number;
  /** Requests with an `Idempotency-Key` whose answers are stored. Default: 1000. */
  readonly idempotencyKeys: number;
  /** Bytes of these requests and answers together. Default: 16 MiB. */
  readonly idempotencyBytes: number;
  /** Fault rules. Further ones are refused. Default: 1000. */
  readonly faultRules: number;
  /** Bytes that are buffered of a request to another server, or of its answer. Default: 16 MiB. */
  readonly upstreamBytes: number;
}

/** How much data a mock stores. */
export interface MockUsage {
  readonly records: number;
  /** The approximate bytes of all records. */
  readonly stateBytes: number;
  readonly recordings: number;
  /** The number of records and recorded answers that were evicted since the mock started. */
  readonly evicted: number;
  readonly limits: MockLimits;
}

const mebibyte = 1024 * 1024;

const defaults: MockLimits = {
  resourceRecords: 10_000,
  records: 50_000,
  stateBytes: 64 * mebibyte,
  bodyBytes: mebibyte,
  contentBytes: 32 * mebibyte,
  recordings: 1000,
  recordingBytes: 16 * mebibyte,
  idempotencyKeys: 1000,
  idempotencyBytes: 16 * mebibyte,
  faultRules: 1000,
  upstreamBytes: 16 * mebibyte,
};

/**
 * Fills in the defaults of limits.
 *
 * @throws {TypeError} when one of them is unknown or not a positive whole number.
 */
export const mockLimits = (given: Partial<MockLimits> = {}): MockLimits =>
  limitsWith(defaults, given);

/** @throws {TypeError} as {@link mockLimits} */
export function limitsWith<Limits extends object>(all: Limits, given: Partial<Limits>): Limits {
  const limits = { ...all };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(all, name))
      throw new TypeError(`there is no limit ${name}; there are: ${Object.keys(all).join(", ")}`);
    if (!Number.isSafeInteger(value) || Number(value) < 1)
      throw new TypeError(`the limit ${name} must be a whole number from 1`);
    Object.assign(limits, { [name]: value });
  }
  return limits;
}

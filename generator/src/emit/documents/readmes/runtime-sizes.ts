/**
 * The sizes that entries add to a bundle, minified and gzipped, in kilobytes of 1000 bytes.
 * `test/size` measures them with this repository's own packages; the sizes for other descriptions
 * differ by their paths and parameters.
 */
export const runtimeSizes = {
  /** The core and one operation. */
  operation: 8,
  /** The core and one polled operation. */
  polled: 8.9,
  /** The core and one paged operation. */
  paged: 10.1,
  /** The core and one operation that streams events. */
  stream: 12.2,
  /** The entries of the runtime, each alone. */
  entries: {
    env: 0.7,
    logging: 3,
    oauth: 2.8,
    opentelemetry: 2.2,
    "tanstack-query": 0.9,
    validation: 2.8,
  },
  /** The webhook receiver, without validators. */
  webhooks: 6.3,
} as const;

/**
 * What entries add to a bundle, minified and gzipped, in kilobytes of 1000 bytes. `test/size` measures them by this
 * repository's own packages; those of another description differ by its paths and parameters.
 */
export const runtimeSizes = {
  /** The core with one operation. */
  operation: 10.4,
  /** The core with one operation that is polled. */
  polled: 11.2,
  /** The core with one operation that is paged. */
  paged: 12.4,
  /** The core with one operation that answers with events. */
  stream: 14.1,
  /** Entries of the runtime, each by itself. */
  entries: {
    env: 0.7,
    logging: 3.2,
    oauth: 2.9,
    opentelemetry: 2.2,
    "tanstack-query": 0.9,
    validation: 2.7,
  },
  /** The receiver of webhooks, without validators. */
  webhooks: 6.3,
} as const;

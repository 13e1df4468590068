/**
 * The web platform interfaces that this package's types name. Each is empty here and merges with the
 * declaration of the DOM library, of Node's types or of another runtime, so that projects without any of
 * them compile too. Interfaces with type parameters in some runtimes are left out.
 */
declare global {
  interface AbortSignal {}
  interface Blob {}
  interface CryptoKey {}
  interface FormData {}
  interface Headers {}
  // All declarations must have the same type parameter.
  // oxlint-disable-next-line typescript/no-explicit-any
  interface ReadableStream<R = any> {}
  interface Response {}
  interface URLSearchParams {}
}

/** The project's own type of `Request`. */
export type WebRequest = typeof globalThis extends { Request: { prototype: infer Known } }
  ? Known
  : object;

/**
 * Bytes in memory that is not shared between threads, as `Blob` and `fetch` require:
 * `Uint8Array<ArrayBuffer>`, which TypeScript before 5.7 cannot parse, because `Uint8Array` had no type
 * parameter.
 */
export type NonSharedUint8Array = ReturnType<Uint8Array["slice"]>;

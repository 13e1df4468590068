/**
 * The interfaces of the web platform that types of this package name. Each is empty here, and merges with that
 * of the DOM library, of Node's types or of another runtime's; so projects without any of them compile too.
 * Those that have parameters in some runtimes are not among them.
 */
declare global {
  interface AbortSignal {}
  interface Blob {}
  interface CryptoKey {}
  interface FormData {}
  interface Headers {}
  // The parameter of each declaration has to be the same.
  // oxlint-disable-next-line typescript/no-explicit-any
  interface ReadableStream<R = any> {}
  interface Response {}
  interface URLSearchParams {}
}

/** A request, as the project's types have it. */
export type WebRequest = typeof globalThis extends { Request: { prototype: infer Known } }
  ? Known
  : object;

/**
 * Bytes in memory that no other thread sees, as `Blob` and `fetch` take them: `Uint8Array<ArrayBuffer>`, which TypeScript
 * before 5.7 cannot read, since `Uint8Array` has no parameter there.
 */
export type NonSharedUint8Array = ReturnType<Uint8Array["slice"]>;

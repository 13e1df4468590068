/** True if a body is an async iterable of items, not a `ReadableStream` of bytes. */
export const isItems = (body: unknown): body is AsyncIterable<unknown> =>
  typeof body === "object" &&
  body !== null &&
  Symbol.asyncIterator in body &&
  !(body instanceof ReadableStream);

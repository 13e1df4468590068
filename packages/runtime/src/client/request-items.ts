/** True if a body is a stream of items, and none of bytes. */
export const isItems = (body: unknown): body is AsyncIterable<unknown> =>
  typeof body === "object" &&
  body !== null &&
  Symbol.asyncIterator in body &&
  !(body instanceof ReadableStream);

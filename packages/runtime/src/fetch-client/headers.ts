import type { HeadersOptions } from "./client-types.ts";

/** Merges headers; later ones replace earlier ones, and `null` removes them. */
export function mergeHeaders(...all: readonly (HeadersOptions | undefined)[]): Headers {
  const merged = new Headers();
  for (const headers of all) {
    if (headers === undefined || headers === null) continue;
    const entries: Iterable<readonly unknown[]> =
      headers instanceof Headers || Array.isArray(headers)
        ? (headers as Iterable<readonly unknown[]>)
        : Object.entries(headers);
    for (const [name, value] of entries) setHeader(merged, String(name), value);
  }
  return merged;
}

function setHeader(headers: Headers, name: string, value: unknown): void {
  if (value === null) headers.delete(name);
  else if (Array.isArray(value)) for (const one of value) headers.append(name, String(one));
  else if (value !== undefined) headers.set(name, String(value));
}

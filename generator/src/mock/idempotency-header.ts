import type { Operation } from "../model/api-model.ts";

/** The header with the key by which a request may be repeated, where its name does not tell. */
export function idempotencyHeader({ parameters }: Operation): string | undefined {
  const headers = parameters.filter((one) => one.in === "header");
  if (headers.some(({ name }) => /^(x-)?idempotency-key$/i.test(name))) return undefined;
  return headers.find(({ name, description }) => /idempoten/i.test(`${name} ${description}`))?.name;
}

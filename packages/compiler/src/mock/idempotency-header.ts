import type { Operation } from "@openapi-packages/description/model/api-model";

/** Returns the header that carries an idempotency key under a name other than `Idempotency-Key`. */
export function idempotencyHeader({ parameters }: Operation): string | undefined {
  const headers = parameters.filter((one) => one.in === "header");
  if (headers.some(({ name }) => /^(x-)?idempotency-key$/i.test(name))) return undefined;
  return headers.find(({ name, description }) => /idempoten/i.test(`${name} ${description}`))?.name;
}

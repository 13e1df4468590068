import type { OperationDescriptor } from "../operation.ts";

/**
 * Returns the lower-case name of the described header `Idempotency-Key`, with or without `X-` (IETF draft "The
 * Idempotency-Key HTTP Header Field"); `undefined` if there is none. Clients, servers and mocks ask here.
 */
export const idempotencyHeaderOf = ({
  parameters = [],
}: Pick<OperationDescriptor, "parameters">): string | undefined =>
  parameters
    .find(({ in: location, name }) => location === "header" && /^(x-)?idempotency-key$/i.test(name))
    ?.name.toLowerCase();

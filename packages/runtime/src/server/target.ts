import type { ApiDescriptor, OperationDescriptor, OperationValidators } from "../operation.ts";
import { Offer } from "./acceptable.ts";
import { planInput } from "./input.ts";
import type { InputPlan } from "./input.ts";
import type { BodyLimits, ServerOptions } from "./options.ts";
import type { Route } from "./types.ts";

/** An operation with all that is worked out once for it. */
export interface Target<Context> {
  readonly route: Route<Context>;
  readonly plan: InputPlan;
  readonly offer: Offer;
  validators: OperationValidators | undefined;
}

/** Works out what an operation's requests need. */
export function makeTarget<Context>(
  api: ApiDescriptor,
  route: Route<Context>,
  options: ServerOptions<Context>,
): Target<Context> {
  const { operation } = route;
  const plan = planInput(api, operation, limitsOf(operation, options));
  return { route, plan, offer: new Offer(operation), validators: undefined };
}

function limitsOf<Context>(
  { operationId }: OperationDescriptor,
  options: ServerOptions<Context>,
): Required<BodyLimits> {
  const { limits = {}, maxBodyBytes = 1024 * 1024, bodyTimeout = 30_000 } = options;
  const own = Object.hasOwn(limits, operationId) ? limits[operationId] : undefined;
  return {
    maxBodyBytes: own?.maxBodyBytes ?? maxBodyBytes,
    bodyTimeout: own?.bodyTimeout ?? bodyTimeout,
  };
}

/** @throws {TypeError} when limits are set for an operation that is not there. */
export function checkLimits(
  { limits = {} }: Pick<ServerOptions, "limits">,
  operations: readonly OperationDescriptor[],
): void {
  const known = new Set(operations.map(({ operationId }) => operationId));
  const unknown = Object.keys(limits).find((operationId) => !known.has(operationId));
  if (unknown !== undefined) throw new TypeError(`limits: there is no operation ${unknown}`);
}

/** The validators of an operation, loaded at their first use. */
export async function loadValidators<Context>(
  target: Target<Context>,
): Promise<OperationValidators> {
  const { validators } = target.route;
  target.validators = typeof validators === "function" ? await validators() : validators;
  return target.validators;
}

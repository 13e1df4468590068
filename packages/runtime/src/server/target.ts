import { isMultipartMediaType } from "../media-type.ts";
import type { ApiDescriptor, OperationDescriptor, OperationValidators } from "../operation.ts";
import { objectShape } from "../parameters/text-value.ts";
import { Offer } from "./acceptable.ts";
import { planInput } from "./input.ts";
import type { InputPlan } from "./input.ts";
import type { InputLimits, ServerOptions } from "./options.ts";
import { takesStream } from "./streamed-body.ts";
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
  const plan = planInput(api, operation, limitsOf(operation, options), takesStream(route.handler));
  return { route, plan, offer: new Offer(operation), validators: undefined };
}

function limitsOf<Context>(
  { operationId }: OperationDescriptor,
  options: ServerOptions<Context>,
): InputLimits {
  const { limits = {} } = options;
  const own = Object.hasOwn(limits, operationId) ? limits[operationId] : undefined;
  const maxBodyBytes = own?.maxBodyBytes ?? options.maxBodyBytes ?? 1024 * 1024;
  return {
    maxBodyBytes,
    bodyTimeout: own?.bodyTimeout ?? options.bodyTimeout ?? 30_000,
    maxPartBytes: own?.maxPartBytes ?? options.maxPartBytes ?? maxBodyBytes,
    maxParts: own?.maxParts ?? options.maxParts ?? 1000,
    parts: own?.parts ?? {},
  };
}

/** @throws {TypeError} when limits are set for an operation or a property that is not there. */
export function checkLimits(
  { limits = {} }: Pick<ServerOptions, "limits">,
  operations: readonly OperationDescriptor[],
): void {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  for (const [operationId, { parts = {} }] of Object.entries(limits)) {
    const operation = byId.get(operationId);
    if (operation === undefined)
      throw new TypeError(`limits: there is no operation ${operationId}`);
    const unknown = Object.keys(parts).find((name) => !mayHavePart(operation, name));
    if (unknown !== undefined)
      throw new TypeError(`limits: ${operationId} has no property ${JSON.stringify(unknown)}`);
  }
}

/** Whether the operation takes a multipart body in which a part may have this name. */
function mayHavePart({ requestBody }: OperationDescriptor, name: string): boolean {
  const multipart = requestBody?.content.filter((one) => isMultipartMediaType(one.mediaType));
  return (multipart ?? []).some(({ shape = "any" }) => {
    const object = objectShape(shape);
    return object === undefined || object.rest !== undefined || Object.hasOwn(object.object, name);
  });
}

/** The validators of an operation, loaded at their first use. */
export async function loadValidators<Context>(
  target: Target<Context>,
): Promise<OperationValidators> {
  const { validators } = target.route;
  target.validators = typeof validators === "function" ? await validators() : validators;
  return target.validators;
}

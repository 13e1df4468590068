import { isMultipartMediaType } from "../media-type.ts";
import type { ApiDescriptor, OperationDescriptor, OperationValidators } from "../operation.ts";
import { objectShape } from "../parameters/text-value.ts";
import { Offer } from "./acceptable.ts";
import { planInput } from "./input.ts";
import type { InputPlan } from "./input.ts";
import type { InputLimits, ServerOptions } from "./options.ts";
import { takesStream } from "./streamed-body.ts";
import type { Route } from "./types.ts";

/** An operation with all that its requests need, worked out once, when the first of them comes. */
export class Target<Context> {
  readonly route: Route<Context>;
  validators: OperationValidators | undefined;
  readonly #api: ApiDescriptor;
  readonly #options: ServerOptions<Context>;
  #plan: InputPlan | undefined;
  #offer: Offer | undefined;

  constructor(api: ApiDescriptor, route: Route<Context>, options: ServerOptions<Context>) {
    this.route = route;
    this.#api = api;
    this.#options = options;
  }

  get plan(): InputPlan {
    return (this.#plan ??= this.#makePlan());
  }

  get offer(): Offer {
    return (this.#offer ??= new Offer(this.route.operation));
  }

  #makePlan(): InputPlan {
    const { operation, handler } = this.route;
    const limits = limitsOf(operation, this.#options);
    return planInput(this.#api, operation, limits, takesStream(handler));
  }
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

import { isMultipartMediaType } from "../media-type.ts";
import type { ApiDescriptor, OperationDescriptor, OperationValidators } from "../operation.ts";
import { checkNumbers, timerRange, type NumberRanges } from "../number-options.ts";
import { objectShape } from "../parameters/text-value.ts";
import { ResponseMediaTypes } from "./response-media-types.ts";
import { planInput } from "./input.ts";
import type { InputPlan } from "./input.ts";
import type { BodyLimits, InputLimits } from "./body-limits.ts";
import type { ServerOptions } from "./options.ts";
import { takesStream } from "./streamed-body.ts";
import type { Route } from "./types.ts";

/** An operation with what its requests need, prepared on the first request. */
export class PreparedOperation<Context> {
  readonly route: Route<Context>;
  validators: OperationValidators | undefined;
  readonly #api: ApiDescriptor;
  readonly #options: ServerOptions<Context>;
  #plan: InputPlan | undefined;
  #responseMediaTypes: ResponseMediaTypes | undefined;

  constructor(api: ApiDescriptor, route: Route<Context>, options: ServerOptions<Context>) {
    this.route = route;
    this.#api = api;
    this.#options = options;
  }

  get plan(): InputPlan {
    return (this.#plan ??= this.#makePlan());
  }

  get responseMediaTypes(): ResponseMediaTypes {
    return (this.#responseMediaTypes ??= new ResponseMediaTypes(this.route.operation));
  }

  #makePlan(): InputPlan {
    const { operation, handler, received, codec } = this.route;
    const limits = limitsOf(operation, this.#options);
    const { readOnly } = this.#options;
    const plan = planInput(this.#api, operation, limits, takesStream(handler), readOnly);
    return {
      ...plan,
      ...(received && { received }),
      ...(codec && { codec }),
      ...(this.#options.acceptNull === "absent" && { isNullAbsent: true as const }),
    };
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
    maxItemBytes: own?.maxItemBytes ?? options.maxItemBytes ?? maxBodyBytes,
    bodyTimeout: own?.bodyTimeout ?? options.bodyTimeout ?? 30_000,
    maxPartBytes: own?.maxPartBytes ?? options.maxPartBytes ?? maxBodyBytes,
    maxParts: own?.maxParts ?? options.maxParts ?? 1000,
    parts: own?.parts ?? {},
  };
}

const bodyRanges = {
  maxBodyBytes: [0],
  maxItemBytes: [0],
  bodyTimeout: timerRange,
  maxPartBytes: [0],
  maxParts: [0],
} as const satisfies NumberRanges<BodyLimits>;

const serverRanges = {
  ...bodyRanges,
  maxUrlBytes: [0],
  maxHeaderBytes: [0],
  heartbeat: timerRange,
} as const satisfies NumberRanges<ServerOptions>;

/**
 * @throws {TypeError} if a limit is not a number within its range, or limits are set for an unknown
 * operation or property.
 */
export function checkLimits<Context>(
  options: ServerOptions<Context>,
  operations: readonly OperationDescriptor[],
): void {
  const { limits = {} } = options;
  checkNumbers(options as object, serverRanges);
  for (const own of Object.values(limits)) {
    checkNumbers(own, bodyRanges);
    const { parts = {} } = own;
    checkNumbers(parts, Object.fromEntries(Object.keys(parts).map((name) => [name, [0]])));
  }
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

/** True if the operation takes a multipart body in which a part may have this name. */
function mayHavePart({ requestBody }: OperationDescriptor, name: string): boolean {
  const content = requestBody?.content ?? [];
  if (content.some(({ as }) => as === "parts") && /^\d+$/.test(name)) return true;
  const multipart = content.filter((one) => isMultipartMediaType(one.mediaType));
  return multipart.some(({ shape = "any" }) => {
    const object = objectShape(shape);
    return object === undefined || object.rest !== undefined || Object.hasOwn(object.object, name);
  });
}

/** Loads the validators of an operation on first use. */
export async function loadValidators<Context>(
  prepared: PreparedOperation<Context>,
): Promise<OperationValidators> {
  const { validators } = prepared.route;
  prepared.validators = typeof validators === "function" ? await validators() : validators;
  return prepared.validators;
}

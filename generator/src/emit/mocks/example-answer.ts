import type { Json } from "../../load/json.ts";
import type { ApiModel, MediaType, Operation, OperationResponse } from "../../model/api-model.ts";
import { compileValidators } from "../contract/compile-validators.ts";

/** An answer from the description's examples. */
export interface ExampleAnswer {
  readonly status: number;
  /** Whether the body is a list of items to stream. */
  readonly isStream: boolean;
  readonly contentType?: string;
  readonly body?: Json;
}

/**
 * What a mock answers by itself: the first success whose example its own validator accepts;
 * `undefined` where there is none.
 */
export function exampleAnswer(model: ApiModel, operation: Operation): ExampleAnswer | undefined {
  const successes = operation.responses.filter(
    ({ status }) => status.startsWith("2") || status === "default",
  );
  for (const response of successes) {
    const answer = responseExample(model, operation, response);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

function responseExample(
  model: ApiModel,
  operation: Operation,
  response: OperationResponse,
): ExampleAnswer | undefined {
  const status = /^\d{3}$/.test(response.status) ? Number(response.status) : 200;
  if (response.content.length === 0) return { status, isStream: false };
  for (const mediaType of response.content) {
    const { example, kind, stream } = mediaType;
    if (example === undefined || kind === "binary") continue;
    if (!isValid(model, operation, response, mediaType)) continue;
    const chosen = response.content.length === 1 ? {} : { contentType: mediaType.mediaType };
    return { status, ...chosen, isStream: stream !== undefined, body: example };
  }
  return undefined;
}

function isValid(
  model: ApiModel,
  operation: Operation,
  { status }: OperationResponse,
  media: MediaType,
): boolean {
  const { operations, accepts } = compileValidators(model);
  const name = operations.get(operation)?.responses.get(status)?.get(media.mediaType);
  if (name === undefined) return true;
  const values = media.stream === undefined ? [media.example] : (media.example as readonly Json[]);
  return values.every((value) => accepts(name, value));
}

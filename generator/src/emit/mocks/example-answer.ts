import type { Json } from "../../load/json.ts";
import type { ApiModel, MediaType, Operation, OperationResponse } from "../../model/api-model.ts";
import { compileValidators } from "../contract/compile-validators.ts";

/** As the runtime's `MockAnswer`. */
export interface ExampleAnswer {
  readonly status: number;
  readonly contentType?: string;
  readonly body?: Json;
}

/**
 * What a mock answers by itself: the first success whose example its own validator accepts. An
 * operation without one answers 501 with a body that says so.
 */
export function exampleAnswer(model: ApiModel, operation: Operation): ExampleAnswer {
  const successes = operation.responses.filter(({ status }) => status.startsWith("2") || status === "default");
  for (const response of successes) {
    const answer = responseExample(model, operation, response);
    if (answer !== undefined) return answer;
  }
  return { status: 501, body: { type: "about:blank", title: "Not Implemented", status: 501, detail: `the description has no example for ${operation.id}` } };
}

function responseExample(model: ApiModel, operation: Operation, response: OperationResponse): ExampleAnswer | undefined {
  const status = /^\d{3}$/.test(response.status) ? Number(response.status) : 200;
  if (response.content.length === 0) return { status };
  for (const mediaType of response.content) {
    const { example, kind } = mediaType;
    if (example === undefined || kind === "binary") continue;
    if (!isValid(model, operation, response, mediaType)) continue;
    const chosen = response.content.length === 1 ? {} : { contentType: mediaType.mediaType };
    return { status, ...chosen, body: example };
  }
  return undefined;
}

function isValid(model: ApiModel, operation: Operation, { status }: OperationResponse, media: MediaType): boolean {
  const { operations, accepts } = compileValidators(model);
  const name = operations.get(operation)?.responses.get(status)?.get(media.mediaType);
  if (name === undefined) return true;
  const values = media.stream === undefined ? [media.example] : (media.example as readonly Json[]);
  return values.every((value) => accepts(name, value));
}

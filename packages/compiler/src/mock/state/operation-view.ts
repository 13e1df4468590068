import type {
  ApiModel,
  MediaType,
  Operation,
  OperationResponse,
} from "@openapi-packages/description/model/api-model";
import type { Json } from "@openapi-packages/description/json/json";
import { bySuccess } from "../answers/answer-statuses.ts";
import type { Shape, Shapes } from "./shapes.ts";

/** One part of a path, between slashes. */
export interface Segment {
  readonly text: string;
  /** The parameter's name, if the part is nothing but a parameter. */
  readonly parameter: string | undefined;
  /** The path up to here without the names of parameters: `/assistants/{}`. */
  readonly skeleton: string;
}

/** The parts of an operation from which resources are inferred. */
export interface OperationView {
  readonly operation: Operation;
  readonly segments: readonly Segment[];
  /** Its path without the names of parameters: `/assistants/{}/runs`. */
  readonly skeleton: string;
  /** The shape of the success body, if it is JSON and not a stream. */
  readonly answer: Shape | undefined;
  /** True if no success response has a body. */
  readonly isEmpty: boolean;
  /** The shape of a stream's items, if success is only a stream. */
  readonly stream: Shape | undefined;
  readonly request: Shape | undefined;
  /** The example of the success body, if the description gives one. */
  readonly example: Json | undefined;
}

/** Returns the views of a model's operations, in the document's order. */
export function operationViews(model: ApiModel, shapes: Shapes): OperationView[] {
  return model.groups.flatMap(({ operations }) =>
    operations.map((operation) => viewOf(operation, shapes)),
  );
}

function viewOf(operation: Operation, shapes: Shapes): OperationView {
  const segments = segmentsOf(operation.path);
  const exact = bySuccess(operation.responses).filter(({ status }) => status.startsWith("2"));
  // `default` means success if no `2xx` response is documented.
  const other = operation.responses.filter(({ status }) => status === "default");
  const successes = exact.length > 0 ? exact : other;
  const answer = mediaOf(successes, isAnswer);
  const stream = mediaOf(successes, (media) => media.stream !== undefined);
  const request = operation.requestBody?.content.find(
    ({ kind, stream: items }) =>
      ["json", "form", "multipart"].includes(kind) && items === undefined,
  );
  return {
    operation,
    segments,
    skeleton: segments.at(-1)?.skeleton ?? "",
    answer: answer && shapes.described(answer.schema),
    isEmpty: successes.every(({ content }) => content.length === 0),
    stream: answer === undefined ? stream && shapes.described(stream.schema) : undefined,
    request: request && shapes.described(request.schema),
    example: answer?.example,
  };
}

function mediaOf(
  responses: readonly OperationResponse[],
  test: (media: MediaType) => boolean,
): MediaType | undefined {
  return responses.flatMap(({ content }) => content).find(test);
}

const isAnswer = ({ kind, stream, schema }: MediaType): boolean =>
  kind === "json" && stream === undefined && schema !== undefined;

/** Splits a path into its parts, without its query. */
export function segmentsOf(path: string): Segment[] {
  const [plain = ""] = path.split(/[?#]/);
  let skeleton = "";
  return plain
    .split("/")
    .filter((text) => text !== "")
    .map((text) => {
      const parameter = /^\{([^{}]+)\}$/.exec(text)?.[1];
      skeleton += `/${parameter === undefined ? text : "{}"}`;
      return { text, parameter, skeleton };
    });
}

/** Returns the path without its last part: `/pets` for `/pets/{}`. */
export function collectionOf({ segments }: Pick<OperationView, "segments">): string {
  return segments.at(-2)?.skeleton ?? "";
}

/** Returns the last part of a path that is not a parameter. */
export function nounSegment(segments: readonly Segment[]): string {
  return segments.findLast(({ parameter }) => parameter === undefined)?.text ?? "";
}

/** Returns the names of a path's parameters, in order, including parameters within a part. */
export function pathParameters(segments: readonly Segment[]): string[] {
  return segments.flatMap(({ text }) =>
    [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name),
  );
}

import type { ApiModel, MediaType, Operation, OperationResponse } from "../../model/api-model.ts";
import type { Json } from "../../json.ts";
import { bySuccess } from "../answers/answer-statuses.ts";
import type { Shape, Shapes } from "./shapes.ts";

/** One part of a path, between slashes. */
export interface Segment {
  readonly text: string;
  /** The parameter that is all of it. */
  readonly parameter: string | undefined;
  /** The path up to here without the names of parameters: `/assistants/{}`. */
  readonly skeleton: string;
}

/** An operation, as far as the resources follow from it. */
export interface OperationView {
  readonly operation: Operation;
  readonly segments: readonly Segment[];
  /** Its path without the names of parameters: `/assistants/{}/runs`. */
  readonly skeleton: string;
  /** The body of success, where it is JSON and no stream. */
  readonly answer: Shape | undefined;
  /** True if success has no body at all. */
  readonly isEmpty: boolean;
  /** The schema of a stream's items, where success is nothing but a stream. */
  readonly stream: Shape | undefined;
  readonly request: Shape | undefined;
  /** The example of success, where the description gives one. */
  readonly example: Json | undefined;
}

/** The views of a model's operations, in the order of the text. */
export function operationViews(model: ApiModel, shapes: Shapes): OperationView[] {
  return model.groups.flatMap(({ operations }) =>
    operations.map((operation) => viewOf(operation, shapes)),
  );
}

function viewOf(operation: Operation, shapes: Shapes): OperationView {
  const segments = segmentsOf(operation.path);
  const exact = bySuccess(operation.responses).filter(({ status }) => status.startsWith("2"));
  // `default` stands for success where nothing else does.
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
    answer: answer && shapes.of(answer.schema?.schema),
    isEmpty: successes.every(({ content }) => content.length === 0),
    stream: answer === undefined ? stream && shapes.of(stream.schema?.schema) : undefined,
    request: request && shapes.of(request.schema?.schema),
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

/** The parts of a path, without its query. */
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

/** The path that an operation's is the continuation of. */
export function collectionOf({ segments }: Pick<OperationView, "segments">): string {
  return segments.at(-2)?.skeleton ?? "";
}

/** The noun that a path ends with: the last part that is no parameter. */
export function nounSegment(segments: readonly Segment[]): string {
  return segments.findLast(({ parameter }) => parameter === undefined)?.text ?? "";
}

/** The names of a path's parameters, in order, those within a part included. */
export function pathParameters(segments: readonly Segment[]): string[] {
  return segments.flatMap(({ text }) =>
    [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name),
  );
}

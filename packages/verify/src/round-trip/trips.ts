import type { ServerFailure } from "@openapi-packages/runtime/server";
import type { CallInput } from "@openapi-packages/runtime/client";
import { copyOf } from "../wire/copy-of.ts";
import type { VerifiedOperation } from "../description/verified-api.ts";
import { comparable, differences } from "./comparable.ts";
import { convertedAnswer, convertedInput, type PlannedAnswer } from "./conversions.ts";
import { isJsonBody } from "./writable.ts";
import type { ClientResult, TripClient, TripHandler } from "./ends.ts";

/** A value that did not arrive unchanged. */
export interface LostTrip {
  /** The JSON pointers of differences in the input or the answer. */
  readonly places: readonly string[];
  readonly sent: unknown;
  /** `undefined` if nothing arrived. */
  readonly received: unknown;
  /** Why nothing arrived. */
  readonly reason?: string;
}

/** A client and a server, connected in this process. */
export interface TripEnds {
  readonly client: TripClient;
  /** Sets the handler of the server. */
  handle(handler: TripHandler): void;
  /** Returns the server's failures since the last call. */
  takeFailures(): readonly ServerFailure[];
}

/** Sends values between client and server, and compares what arrives. */
export class Trips {
  readonly #ends: TripEnds;
  /** The number of calls. */
  count = 0;

  constructor(ends: TripEnds) {
    this.#ends = ends;
  }

  /**
   * Sends an input from the client to the handler.
   *
   * @param isLoose true if texts may arrive as other types
   */
  async input(
    operation: VerifiedOperation,
    given: CallInput,
    answer: PlannedAnswer,
    isLoose = false,
  ): Promise<LostTrip | undefined> {
    const sent = convertedInput(operation, given);
    let arrived: Promise<Map<string, unknown>> | undefined;
    const { error } = await this.#call(operation, sent, {}, (input) => {
      arrived ??= partsOf(input);
      return convertedAnswer(operation, answer);
    });
    const before = await partsOf({ ...sent });
    const after = await arrived;
    if (after === undefined) {
      const reason = error ?? "the request did not reach the handler";
      return { places: [""], sent: given, received: undefined, reason };
    }
    const isJson = isJsonBody(operation, given);
    const places = [...before].flatMap(([name, value]) => {
      const reading = { mayHaveMore: true, isText: name !== "body" || !isJson, isLoose };
      return differences(value, after.get(name), reading, `/${name}`);
    });
    return places.length === 0 ? undefined : { places, sent: before, received: after };
  }

  /** Sends an answer from the handler to the client. */
  async answer(
    operation: VerifiedOperation,
    input: CallInput,
    answer: PlannedAnswer,
  ): Promise<LostTrip | undefined> {
    const { contentType, status: planned } = answer;
    // Callers only ask for the media type of a success.
    const isAsked = contentType !== undefined && planned < 300;
    const options = isAsked ? { accept: contentType } : {};
    const given = convertedAnswer(operation, answer);
    const { result, error } = await this.#call(
      operation,
      convertedInput(operation, input),
      options,
      () => convertedAnswer(operation, answer),
    );
    const { status, body, headers } = given;
    const before = await comparable({ status, body, headerValues: headers });
    if (result === undefined)
      return {
        places: [""],
        sent: before,
        received: undefined,
        ...(error !== undefined && { reason: error }),
      };
    const { headerValues } = result;
    const shown = { status: result.status, body: result.body, ...(headers && { headerValues }) };
    const after = await comparable(shown).catch((reason: unknown) => String(reason));
    const places = differences(before, after, { mayHaveMore: false, isText: false });
    return places.length === 0 ? undefined : { places, sent: before, received: after };
  }

  async #call(
    operation: VerifiedOperation,
    input: CallInput,
    options: { readonly accept?: string },
    handler: TripHandler,
  ): Promise<{ readonly result?: ClientResult; readonly error?: string }> {
    this.count += 1;
    this.#ends.takeFailures();
    let reached = false;
    this.#ends.handle((given, context) => {
      reached ||= context.operation.operationId === operation.id;
      return handler(given, context);
    });
    try {
      const result = await this.#ends.client(operation, copyOf(input), options);
      if (reached) return { result };
      const issues = JSON.stringify(result.body)?.slice(0, 300) ?? "";
      return { error: `the server answers ${result.status} by itself: ${issues}` };
    } catch (error) {
      const [failure] = this.#ends.takeFailures();
      const cause = failure?.error ?? error;
      return { error: cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause) };
    }
  }
}

const parts = ["path", "query", "header", "cookie", "body"] as const;

/** Returns the parts of an input by name. */
async function partsOf(input: object): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const name of parts) {
    const value: unknown = Reflect.get(input, name);
    if (value !== undefined) found.set(name, await comparable(value));
  }
  return found;
}

import type { ServerFailure } from "@openapi-packages/runtime/server";
import type { CallInput } from "@openapi-packages/runtime/client";
import { copyOf } from "../wire/copy-of.ts";
import type { VerifiedOperation } from "../description/verified-api.ts";
import { comparable, differences } from "./comparable.ts";
import { convertedAnswer, convertedInput, type PlannedAnswer } from "./conversions.ts";
import { isJsonBody } from "./writable.ts";
import type { ClientResult, TripClient, TripHandler } from "./ends.ts";

/** A trip whose value did not arrive as it was sent. */
export interface LostTrip {
  /** The places that differ, as JSON pointers into the input or the answer. */
  readonly places: readonly string[];
  readonly sent: unknown;
  /** `undefined` where nothing arrived. */
  readonly received: unknown;
  /** Why nothing arrived. */
  readonly reason?: string;
}

/** The two ends of a trip, joined in this process. */
export interface TripEnds {
  readonly client: TripClient;
  /** Says what the server's handler does from now on. */
  handle(handler: TripHandler): void;
  /** What went wrong within the server since it was asked last. */
  takeFailures(): readonly ServerFailure[];
}

/** Sends values from one end to the other, and compares what arrives. */
export class Trips {
  readonly #ends: TripEnds;
  /** Calls that were made. */
  count = 0;

  constructor(ends: TripEnds) {
    this.#ends = ends;
  }

  /**
   * From the client to the handler.
   *
   * @param isLoose true if texts may arrive as what else they may be
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

  /** From the handler to the client. */
  async answer(
    operation: VerifiedOperation,
    input: CallInput,
    answer: PlannedAnswer,
  ): Promise<LostTrip | undefined> {
    const { contentType, status: planned } = answer;
    // Who asks for a type asks for that of a success.
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

/** The parts of an input by their names, as far as they are there. */
async function partsOf(input: object): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const name of parts) {
    const value: unknown = Reflect.get(input, name);
    if (value !== undefined) found.set(name, await comparable(value));
  }
  return found;
}

import { readDescription, type Description } from "@openapi-packages/compiler";
import type { SourceLocation } from "@openapi-packages/description";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { ServerFailure } from "@openapi-packages/runtime/server";
import {
  verifiedApi,
  type VerifiedApi,
  type VerifiedOperation,
} from "../description/verified-api.ts";
import { checkChoice, checkRange, chosenOperations } from "../run/choose-cases.ts";
import type { PlannedAnswer } from "./conversions.ts";
import { fetchOf, runtimeClient, runtimeServer, type TripHandler } from "./ends.ts";
import { lostAnswer, lostInput, type LostValue, type RandomOptions } from "./random-trips.ts";
import { leavesOf, type Leaf } from "./leaves.ts";
import {
  packageClient,
  packageServer,
  type PackageClient,
  type PackageServer,
} from "./package-ends.ts";
import { answersOf, declaredAnswer, inputsOf, isValidAnswer, isValidInput } from "./samples.ts";
import { isJsonBody, writable } from "./writable.ts";
import { Trips, type LostTrip, type TripEnds } from "./trips.ts";
import { changed, fewestChanges, rounds, type Change } from "./variations.ts";

/** Options of {@link verifyRoundTrip}. */
export interface RoundTripOptions {
  /** The description's file or URL, or the result of `readDescription`. */
  readonly description: string | Description;
  /** Only tests these operations, by `operationId`. Default: all. */
  readonly operations?: readonly string[];
  /** Only tests operations with one of these tags. Default: all. */
  readonly tags?: readonly string[];
  /** The number of random values beside the extreme ones: inputs, and bodies of each answer. Default: 10. */
  readonly runs?: number;
  /** Determines all random values. Default: 0. */
  readonly seed?: number;
  /** `createClient` of the generated client. Default: the runtime's client. */
  readonly client?: PackageClient;
  /** `createServer` of the generated server. Default: the runtime's server. */
  readonly server?: PackageServer;
  readonly signal?: AbortSignal;
}

/** A value that did not arrive unchanged. */
export interface RoundTripFailure {
  readonly operationId: string;
  /** `input` from the client to the handler, or `answer` from the handler to the client. */
  readonly way: "input" | "answer";
  /** The status of an answer. */
  readonly status?: number;
  readonly contentType?: string;
  /** The JSON pointers of the differences: `/query/limit`, `/body/name`. */
  readonly places: readonly string[];
  /** The value as sent, and as it arrived. */
  readonly sent: unknown;
  readonly received: unknown;
  /** The smallest changes to the example, or to a generated value, that show it. */
  readonly changes: readonly Change[];
  readonly message: string;
  /** The operation in the source of the description. */
  readonly location: SourceLocation;
}

/** The result of {@link verifyRoundTrip}. */
export interface RoundTripReport {
  readonly operations: number;
  /** The number of calls. */
  readonly trips: number;
  readonly failures: readonly RoundTripFailure[];
  /** Operations without a known input. */
  readonly notCalled: readonly string[];
}

/**
 * Sends values of every operation from a client to a server in this process and back: parameters of every
 * style, bodies of every media type, every documented answer with its headers; from the description's examples
 * and schemas, with extreme texts, numbers and times. They must arrive unchanged.
 *
 * @throws {DiagnosticsError} when the description is invalid
 * @throws {UsageError} when the options refer to unknown names
 */
export async function verifyRoundTrip(options: RoundTripOptions): Promise<RoundTripReport> {
  const { description: given } = options;
  const description = typeof given === "string" ? await readDescription(given) : given;
  const api = verifiedApi(description);
  checkChoice(api, options);
  checkRange<Pick<RoundTripOptions, "runs">>(options, { runs: [0] });
  const { runs = 10, seed = 0 } = options;
  const run = new RoundTrip(api, endsOf(api, options), { runs, seed });
  const chosen = chosenOperations(api, options);
  for (const operation of chosen) {
    options.signal?.throwIfAborted();
    await run.operation(operation);
  }
  return run.report(chosen.length);
}

/** Connects client and server. */
function endsOf(
  api: VerifiedApi,
  { client, server }: Pick<RoundTripOptions, "client" | "server">,
): TripEnds {
  let handler: TripHandler = () => ({ status: 500 });
  let failures: ServerFailure[] = [];
  const handle: TripHandler = (input, context) => handler(input, context);
  const onError = (failure: ServerFailure): void => void failures.push(failure);
  const fetch = fetchOf(
    server === undefined
      ? runtimeServer(api, handle, onError)
      : packageServer(server, handle, onError),
  );
  return {
    client: client === undefined ? runtimeClient(api, fetch) : packageClient(client, fetch),
    handle: (next) => void (handler = next),
    takeFailures() {
      const taken = failures;
      failures = [];
      return taken;
    },
  };
}

class RoundTrip {
  readonly #api: VerifiedApi;
  readonly #trips: Trips;
  readonly #failures: RoundTripFailure[] = [];
  readonly #notCalled: string[] = [];
  readonly #random: RandomOptions;

  constructor(api: VerifiedApi, ends: TripEnds, random: RandomOptions) {
    this.#api = api;
    this.#random = random;
    this.#trips = new Trips(ends);
  }

  report(operations: number): RoundTripReport {
    const [failures, notCalled] = [this.#failures, this.#notCalled];
    return { operations, trips: this.#trips.count, failures, notCalled };
  }

  async operation(operation: VerifiedOperation): Promise<void> {
    const inputs = inputsOf(this.#api, operation);
    const answers = await answersOf(this.#api, operation);
    const [first] = answers;
    const [input] = inputs;
    if (input === undefined || first === undefined) return void this.#notCalled.push(operation.id);
    for (const one of inputs) await this.#inputs(operation, one, first);
    for (const answer of answers) await this.#answers(operation, input, answer);
    await this.#randomValues(operation, input, answers);
  }

  async #randomValues(
    operation: VerifiedOperation,
    input: CallInput,
    answers: readonly PlannedAnswer[],
  ): Promise<void> {
    const [first] = answers;
    if (this.#random.runs === 0 || first === undefined) return;
    const lost = await lostInput(this.#api, operation, this.#trips, first, this.#random);
    if (lost !== undefined) this.#addRandom(operation, { way: "input" }, lost);
    const seen = new Set<string>();
    for (const answer of answers) {
      const { status, contentType } = answer;
      if (seen.has(`${status} ${contentType}`)) continue;
      seen.add(`${status} ${contentType}`);
      const found = await lostAnswer(
        this.#api,
        operation,
        this.#trips,
        { input, answer },
        this.#random,
      );
      if (found !== undefined)
        this.#addRandom(operation, { way: "answer", status, contentType }, found);
    }
  }

  #addRandom(operation: VerifiedOperation, about: About, { value, lost }: LostValue): void {
    const place = about.way === "answer" ? ["body"] : [];
    this.#add(operation, about, [{ pointer: place, value }], lost);
  }

  async #inputs(
    operation: VerifiedOperation,
    base: CallInput,
    answer: PlannedAnswer,
  ): Promise<void> {
    const send = (changes: readonly Change[]): Promise<LostTrip | undefined> =>
      this.#trips.input(operation, changed(base, changes) as CallInput, answer);
    const isValid = (input: unknown): boolean => isValidInput(operation, input as CallInput);
    const isJson = isJsonBody(operation, base);
    const message = { operation, base, isJson, isStream: false, isValid };
    const leaves = leavesOf(base, isValid)
      .filter(({ pointer: [part] }) => part !== undefined && part !== "contentType")
      .flatMap((leaf) => writable(leaf, message));
    const about = { way: "input", contentType: base.contentType } as const;
    await this.#vary(operation, about, {
      leaves,
      send,
      isValid: (all) => isValid(changed(base, all)),
    });
  }

  async #answers(
    operation: VerifiedOperation,
    input: CallInput,
    base: PlannedAnswer,
  ): Promise<void> {
    const varied = (changes: readonly Change[]): PlannedAnswer =>
      declaredAnswer(operation, changed(base, changes) as PlannedAnswer);
    const send = (changes: readonly Change[]): Promise<LostTrip | undefined> =>
      this.#trips.answer(operation, input, varied(changes));
    const isValid = (answer: unknown): boolean =>
      isValidAnswer(this.#api, operation, answer as PlannedAnswer);
    const isStream = base.isStream === true;
    const message = { operation, base, isJson: true, isStream, isValid };
    const leaves = leavesOf(base, isValid)
      .filter(({ pointer: [part] }) => part === "body" || part === "headers")
      .flatMap((leaf) => writable(leaf, message));
    const { status, contentType } = base;
    const about = { way: "answer", status, contentType } as const;
    await this.#vary(operation, about, {
      leaves,
      send,
      isValid: (all) => isValid(varied(all)),
    });
  }

  /** Sends a value unchanged, and with each of its changes. */
  async #vary(
    operation: VerifiedOperation,
    about: About,
    { leaves, send, isValid }: Variable,
  ): Promise<void> {
    const unchanged = await send([]);
    if (unchanged !== undefined) return this.#add(operation, about, [], unchanged);
    const seen = new Set<string>();
    for (const all of rounds(leaves)) {
      const changes = all.filter(({ pointer }) => !seen.has(pointer.join("/")));
      if (changes.length === 0 || !isValid(changes)) continue;
      const lost = await send(changes);
      if (lost === undefined) continue;
      const fewest = await fewestChanges({ changes, lost }, (fewer) =>
        isValid(fewer) ? send(fewer) : Promise.resolve(undefined),
      );
      for (const { pointer } of fewest.changes) seen.add(pointer.join("/"));
      this.#add(operation, about, fewest.changes, fewest.lost);
    }
  }

  #add(
    { id, model }: VerifiedOperation,
    { way, status, contentType }: About,
    changes: readonly Change[],
    { places, reason, sent, received }: LostTrip,
  ): void {
    const what = way === "input" ? "the input" : `the answer ${status}`;
    const where = places.filter((place) => place !== "").join(", ");
    const values = changes.map(({ pointer, value }) => `/${pointer.join("/")} = ${textOf(value)}`);
    const why = reason ?? `${where} ${where === "" ? "it " : ""}arrives as another value`;
    const message = `${what} of ${id}${values.length > 0 ? ` with ${values.join(", ")}` : ""}: ${why}`;
    this.#failures.push({
      operationId: id,
      way,
      ...(status !== undefined && { status }),
      ...(contentType !== undefined && { contentType }),
      places,
      changes,
      sent,
      received,
      message,
      location: this.#api.description.locate(model.pointer),
    });
  }
}

/** What is being sent. */
interface About {
  readonly way: "input" | "answer";
  readonly status?: number | undefined;
  readonly contentType?: string | undefined;
}

/** A value with the changes that apply to it. */
interface Variable {
  readonly leaves: readonly Leaf[];
  readonly send: (changes: readonly Change[]) => Promise<LostTrip | undefined>;
  readonly isValid: (changes: readonly Change[]) => boolean;
}

/** Formats a value for a message: short, and on one line. */
function textOf(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

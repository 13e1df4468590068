import { createMockEngine } from "@openapi-packages/mock/node";
import { getMember, isObject, type JsonObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import { checkAnswer } from "../check/check-answer.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { withValueAt } from "../records/places.ts";
import { showsParent } from "../records/shows-parent.ts";
import type { Probe } from "../run/probe.ts";
import { fetchSubject } from "../server/fetch-subject.ts";
import type { ServerSubject } from "../server/subject.ts";
import type { Exchange } from "../wire/exchange.ts";
import { writeRequest } from "../wire/write-request.ts";
import { bodyValidator, fixedMembers } from "./planner.ts";
import { keyMember, keyOf, recordIn } from "./record-values.ts";
import { namedRecords, neededRecords, type RecordNumber, type Step } from "./step.ts";
import { variedBody } from "./varied-body.ts";

/** A step with its exchanges on both sides. */
export interface Observation {
  readonly step: Step;
  /** The bodies for the service and for the mock, which differ in the keys of records. */
  readonly given: unknown;
  readonly mockGiven: unknown;
  readonly service: Exchange;
  /** The mock's answer; `undefined` if the service refused by a rule that the mock cannot know. */
  readonly mock: Exchange | undefined;
}

/** The keys of records on one side, by their numbers. */
export type Keys = ReadonlyMap<RecordNumber, string>;

/** The result of running a sequence. */
export interface SequenceResult {
  readonly observations: readonly Observation[];
  readonly serviceKeys: Keys;
  readonly mockKeys: Keys;
}

interface Side {
  readonly keys: Map<RecordNumber, string>;
  /** Makes a call; `undefined` if the input cannot be written. */
  call(operation: VerifiedOperation, input: CallInput): Promise<Exchange | undefined>;
}

/** Runs sequences on the service and on the mock of its description, which always starts without records. */
export class SequenceRunner {
  readonly #probe: Probe;
  readonly #mock: ReturnType<typeof createMockEngine>;
  readonly #subject: ServerSubject;
  #bodies = 0;
  /** False after the service has refused a varied body in a creation: it has rules outside of its schemas. */
  isVarying = true;

  constructor(probe: Probe) {
    this.#probe = probe;
    this.#mock = createMockEngine(probe.api.description.mock, { start: "empty", seed: probe.seed });
    this.#subject = fetchSubject((request) => this.#mock.fetch(request));
  }

  /** @throws {LeftAlone} when it would have to call an operation that must be left alone */
  async run(steps: readonly Step[]): Promise<SequenceResult> {
    this.#mock.reset();
    const service: Side = {
      keys: new Map(),
      call: (operation, input) => this.#callService(operation, input),
    };
    const mock: Side = {
      keys: new Map(),
      call: (operation, input) => this.#callMock(operation, input),
    };
    const observations: Observation[] = [];
    const bodies = new Map<RecordNumber, unknown>();
    for (const step of steps) {
      const isPossible = neededRecords(step).every((record) => service.keys.has(record));
      if (!isPossible) continue;
      const named = withoutUnknown(step, service.keys);
      const observation = await this.#step(named, service, mock, bodies);
      if (observation === undefined) continue;
      observations.push(observation);
      if (!canGoOn(observation)) break;
    }
    return { observations, serviceKeys: service.keys, mockKeys: mock.keys };
  }

  async #step(
    step: Step,
    service: Side,
    mock: Side,
    bodies: Map<RecordNumber, unknown>,
  ): Promise<Observation | undefined> {
    const body =
      step.repeats === undefined ? this.#body(step) : (bodies.get(step.repeats) ?? step.body);
    if (step.creates !== undefined) bodies.set(step.creates, body);
    const input = inputFor(step, body, service.keys);
    const answered = await service.call(step.call.operation, input);
    if (answered === undefined) return undefined;
    const mockInput = inputFor(step, body, mock.keys);
    const both = { step, given: input.body, mockGiven: mockInput.body, service: answered };
    const isKnown = namedRecords(step).every((record) => mock.keys.has(record));
    if (!isKnown || isOwnRefusal(answered, step)) return { ...both, mock: undefined };
    const expected = await mock.call(step.call.operation, mockInput);
    if (expected === undefined) return { ...both, mock: undefined };
    this.#note(step, answered, service);
    this.#note(step, expected, mock);
    return { ...both, mock: expected };
  }

  #note({ creates, call, path }: Step, { response, value }: Exchange, side: Side): void {
    if (creates === undefined || response === undefined || response.status >= 300) return;
    const descriptor = this.#probe.api.description.mock.state?.resources[call.state.resource];
    const key = descriptor && keyOf(descriptor, recordIn(call.state, value));
    const above = Object.entries(path).map(([name, record]) => [name, side.keys.get(record)]);
    if (key === undefined || showsParent(call.state, Object.fromEntries(above), key)) return;
    side.keys.set(creates, key);
  }

  #body({ call, body, creates }: Step): unknown {
    const { state } = call;
    if (!isObject(body)) return body;
    const descriptor = this.#probe.api.description.mock.state?.resources[state.resource];
    const ownKey = descriptor === undefined ? "id" : keyMember(descriptor);
    const isGiven = creates !== undefined && getMember(body, ownKey) !== undefined;
    this.#bodies += 1;
    if (!this.isVarying && !isGiven) return body;
    const fixed = fixedMembers(this.#probe.api, call);
    const others = this.isVarying ? fixed : new Set(Object.keys(body));
    if (isGiven) others.delete(ownKey);
    else others.add(ownKey);
    return variedBody(body, {
      number: (this.#probe.seed % 89) * 100 + this.#bodies,
      isValid: bodyValidator(call),
      fixed: others,
      unique: (state.unique ?? []).flat(),
      key: isGiven ? ownKey : undefined,
      numbers: creates === undefined,
    });
  }

  async #callService(
    operation: VerifiedOperation,
    input: CallInput,
  ): Promise<Exchange | undefined> {
    const request = await this.#probe.write(operation, input);
    return request && this.#probe.send(operation, request);
  }

  async #callMock(operation: VerifiedOperation, input: CallInput): Promise<Exchange | undefined> {
    const { api } = this.#probe;
    const request = await writeRequest(api.description.mock.api, operation.mock.operation, input, {
      credentials: this.#probe.options.credentials,
    });
    if (request === undefined) return undefined;
    const limits = { signal: this.#probe.signal, timeout: 10_000, maxBodyBytes: 8 * 1024 * 1024 };
    const response = await this.#subject.send(request, limits);
    return {
      operation,
      request,
      response,
      ...readAnswer(api, operation, request.method, response),
    };
  }
}

function readAnswer(
  api: VerifiedApi,
  operation: VerifiedOperation,
  method: string,
  response: NonNullable<Exchange["response"]>,
): Pick<Exchange, "value" | "problems"> {
  const { value } = checkAnswer(api, operation, method, response);
  return { problems: [], ...(value !== undefined && { value }) };
}

/** Returns a step without optional references to records that could not be created. */
function withoutUnknown(step: Step, keys: Keys): Step {
  let { body } = step;
  const references = step.references.filter(({ record, pointer: [name = ""] }) => {
    if (keys.has(record) || !isObject(body)) return true;
    const { [name]: _, ...fewer } = body;
    if (bodyValidator(step.call)(fewer)) body = fewer;
    return false;
  });
  return { ...step, body, references };
}

/** Returns a step's input with the keys of one side. */
function inputFor({ call, path, references }: Step, given: unknown, keys: Keys): CallInput {
  const own = Object.entries(path).map(([name, record]) => [name, keys.get(record)] as const);
  let body = given;
  for (const { pointer, record, isNumber } of references) {
    const key = keys.get(record);
    if (key !== undefined) body = withValueAt(body, pointer, isNumber ? Number(key) : key);
  }
  const paths: JsonObject = { ...call.input.path, ...Object.fromEntries(own) };
  return {
    ...call.input,
    ...(Object.keys(paths).length > 0 && { path: paths }),
    ...(body !== undefined && { body }),
  };
}

/**
 * True for refusals by rules outside of the description, which change nothing. The request is not sent to the
 * mock.
 */
function isOwnRefusal({ response }: Exchange, { about }: Step): boolean {
  const status = response?.status ?? 0;
  const isAboutRecord = about !== undefined && (status === 404 || status === 410);
  return status < 200 || (status >= 300 && status < 500 && !isAboutRecord) || mayPass(status);
}

/** True for statuses of an unimplemented, overloaded or unreachable service. */
const mayPass = (status: number): boolean => [501, 502, 503, 504].includes(status);

/** False if the mock cannot follow, so that the rest is not comparable. */
function canGoOn({ service, mock }: Observation): boolean {
  const status = service.response?.status ?? 0;
  // An unimplemented operation is skipped.
  if (status === 501) return true;
  if (status === 0 || status === 401 || status === 429 || status >= 500) return false;
  const expected = mock?.response?.status;
  if (expected === undefined) return status >= 300;
  // A record that only the mock has deleted is judged, and may be deleted in the service too.
  return status >= 300 || expected < 300 || expected === 404 || expected === 410;
}

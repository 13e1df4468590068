import * as fc from "fast-check";
import type { Validator } from "@openapi-packages/runtime";
import { getMember, responseKey } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import { operationInput } from "../arbitraries/operation-input.ts";
import { SchemaArbitraries } from "../arbitraries/schema-arbitraries.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { seedOf } from "../run/seed.ts";
import { asSent } from "./as-sent.ts";
import type { PlannedAnswer } from "./conversions.ts";
import type { LostTrip, Trips } from "./trips.ts";

/** A random value that was lost, shrunk to a small one. */
export interface LostValue {
  readonly value: unknown;
  readonly lost: LostTrip;
}

/** The number of random values, and their seed. */
export interface RandomOptions {
  readonly runs: number;
  readonly seed: number;
}

/** Sends random inputs of an operation. Optional members may be absent at every level. */
export async function lostInput(
  api: VerifiedApi,
  operation: VerifiedOperation,
  trips: Trips,
  answer: PlannedAnswer,
  options: RandomOptions,
): Promise<LostValue | undefined> {
  const inputs = operationInput(api, operation);
  const isWithoutBody = operation.model.method === "GET" || operation.model.method === "HEAD";
  if (inputs === undefined) return undefined;
  const sent = isWithoutBody
    ? inputs.map((input): CallInput => ({ ...input, body: undefined }))
    : inputs;
  return smallestLost(sent, options, `${operation.id} input`, async (input: CallInput) => {
    const lost = await trips.input(operation, asSent(operation, input), answer, true);
    // Values that the wire format cannot express are not sent: outer white space of fields, delimiters in
    // items.
    return lost?.reason?.startsWith("TypeError") === true ? undefined : lost;
  });
}

/** Sends random JSON bodies in an answer, with declared members only. */
export async function lostAnswer(
  api: VerifiedApi,
  operation: VerifiedOperation,
  trips: Trips,
  { input, answer }: { readonly input: CallInput; readonly answer: PlannedAnswer },
  options: RandomOptions,
): Promise<LostValue | undefined> {
  const bodies = bodiesOf(api, operation, answer);
  if (bodies === undefined) return undefined;
  const aim = `${operation.id} ${answer.status} ${answer.contentType ?? ""}`;
  return smallestLost(bodies, options, aim, (body) =>
    trips.answer(operation, input, { ...answer, body } as PlannedAnswer),
  );
}

function bodiesOf(
  { description }: VerifiedApi,
  { mock, model }: VerifiedOperation,
  { status, contentType, body, isStream }: PlannedAnswer,
): fc.Arbitrary<unknown> | undefined {
  const key = responseKey(mock.operation.responses, status) ?? "";
  const content = model.responses.find((one) => one.status === key)?.content ?? [];
  const media = content.find(({ mediaType }) => mediaType === contentType) ?? content[0];
  if (body === undefined || isStream === true || media?.kind !== "json") return undefined;
  const schema = media.schema?.json;
  const validators = mock.validators.responses?.[key] ?? {};
  const validator = getMember(validators, media.mediaType) as Validator | undefined;
  const serializers = mock.serializers?.responses?.[key] ?? {};
  const serializer = getMember(serializers, media.mediaType) as
    ((value: unknown) => unknown) | undefined;
  if (schema === undefined || validator === undefined) return undefined;
  return new SchemaArbitraries(description, "json")
    .of(schema, "body")
    ?.map((value) => serializer?.(value) ?? value)
    .filter((value) => validator(value));
}

async function smallestLost<Value>(
  values: fc.Arbitrary<Value>,
  { runs, seed }: RandomOptions,
  aim: string,
  send: (value: Value) => Promise<LostTrip | undefined>,
): Promise<LostValue | undefined> {
  let found: LostValue | undefined;
  const property = fc.asyncProperty(values, async (value) => {
    const lost = await send(value);
    if (lost !== undefined) found = { value, lost };
    return lost === undefined;
  });
  await fc.check(property, { seed: seedOf(`${seed} ${aim}`), numRuns: runs });
  return found;
}

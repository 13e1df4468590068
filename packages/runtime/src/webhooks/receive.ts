import { decodeInput } from "../conversion/decode-input.ts";
import { mediaTypeEssence } from "../media-type.ts";
import type { OperationDescriptor, OperationValidators, Validator } from "../operation.ts";
import type { OperationCodec } from "../operation-codec.ts";
import { decodeText } from "../parameters/decode.ts";
import { parseJson } from "../parse-json.ts";
import { toIssues, type Issue } from "../validation/issues.ts";
import type { WebhookSignature } from "./signature.ts";
import {
  checkLimits,
  defaultMaxBodyBytes,
  verifyRaw,
  type VerifiedWebhook,
  type VerifyOptions,
} from "./verify.ts";
import { WebhookError } from "./webhook-error.ts";
import { readWebhook, type RawWebhook, type WebhookRequest } from "./webhook-request.ts";

/** The webhooks of a description by name, with their validators. */
export interface WebhookTable {
  readonly [name: string]: {
    readonly operation: OperationDescriptor;
    readonly validators: OperationValidators;
    /** Default: the input stays JSON. */
    readonly codec?: OperationCodec;
  };
}

/**
 * Options of receiving a webhook.
 *
 * @typeParam Name the names of the expected webhooks.
 */
export type ReceiveOptions<Name extends string = string> = (
  | (VerifyOptions & {
      /** How the service signs. Default: as the description says. */
      readonly signature?: WebhookSignature;
    })
  | (Pick<VerifyOptions, "maxBodyBytes"> & {
      /** Skips verification: something else has verified the webhook, or the service does not sign. */
      readonly signature: "unchecked";
    })
) & {
  /**
   * The names of the accepted webhooks. Default: all; the first one whose schema the body matches is
   * chosen.
   */
  readonly only?: readonly Name[];
};

/**
 * A received webhook.
 *
 * @typeParam Input its input from the contract.
 */
export interface WebhookEvent<Name extends string, Input> extends VerifiedWebhook {
  /** The name of the webhook in the description, or the operationId of a callback. */
  readonly name: Name;
  readonly body: InputPart<Input, "body">;
  /** The documented headers. */
  readonly header: InputPart<Input, "header">;
}

/** A part of an input, or `undefined` if the operation does not have it. */
type InputPart<Input, Part extends "body" | "header"> = string extends keyof Input
  ? undefined
  : Part extends keyof Input
    ? Input[Part]
    : undefined;

type AnyEvent = WebhookEvent<string, unknown>;

/**
 * Verifies a webhook and identifies it by its body.
 *
 * @throws {WebhookError} when it is refused.
 * @throws {TypeError} when the signature scheme is unknown, or there is no secret.
 */
export async function receiveFrom(
  table: WebhookTable,
  request: WebhookRequest,
  options: ReceiveOptions,
): Promise<AnyEvent> {
  checkLimits(options);
  const raw = await readWebhook(request, options.maxBodyBytes ?? defaultMaxBodyBytes);
  const names = options.only ?? Object.keys(table);
  const found = names.flatMap((name) => {
    const row = Object.hasOwn(table, name) ? table[name] : undefined;
    return row === undefined ? [] : [{ name, ...row }];
  });
  const verified = await verifyAny(
    raw,
    found.map(({ operation }) => operation),
    options,
  );
  const body = parsed(raw.body);
  const attempts = found
    .filter(({ operation }) => verified.has(operation))
    .map(({ name, operation, validators }) => ({
      name,
      ...verified.get(operation),
      ...read(raw, operation, validators, body),
    }));
  const match = attempts.find(({ issues }) => issues.length === 0);
  if (match === undefined)
    throw new WebhookError("body-invalid", attempts.length === 1 ? attempts[0]?.issues : []);
  const { issues: _, ...event } = match;
  const row = found.find(({ name }) => name === event.name);
  return (row?.codec ? decoded(event, row.operation, row.codec) : event) as AnyEvent;
}

/**
 * Returns the webhook with its values converted.
 *
 * @throws {WebhookError} when a value cannot be converted
 */
function decoded(
  event: { readonly body: unknown; readonly header: unknown },
  { requestBody }: OperationDescriptor,
  codec: OperationCodec,
): object {
  const input = { body: event.body, header: event.header };
  const media = requestBody?.content.find(({ mediaType }) => isJson(mediaType));
  const issues = decodeInput(codec, input, media?.mediaType);
  if (issues.length > 0) throw new WebhookError("body-invalid", issues);
  return { ...event, ...input };
}

/** Returns the operations whose signature the webhook has. */
async function verifyAny(
  raw: RawWebhook,
  operations: readonly OperationDescriptor[],
  options: ReceiveOptions,
): Promise<ReadonlyMap<OperationDescriptor, VerifiedWebhook>> {
  const { signature: given } = options;
  if (given === "unchecked")
    return new Map(operations.map((one) => [one, { id: undefined, timestamp: undefined }]));
  const verified = new Map<OperationDescriptor, VerifiedWebhook>();
  let refused: WebhookError | undefined;
  const outcomes = new Map<string, Promise<VerifiedWebhook>>();
  for (const operation of operations) {
    const signature = given ?? operation.signature;
    if (signature === undefined) {
      const reason = "the description does not say how its webhooks are signed";
      throw new TypeError(`${operation.operationId}: ${reason}: give \`signature\``);
    }
    const key = JSON.stringify(signature);
    const outcome = outcomes.get(key) ?? verifyRaw(raw, signature, options as VerifyOptions);
    outcomes.set(key, outcome);
    try {
      verified.set(operation, await outcome);
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      refused ??= error;
    }
  }
  if (verified.size === 0) throw refused ?? new WebhookError("body-invalid");
  return verified;
}

/** The result of parsing a body that is not JSON in UTF-8. */
const notJson = Symbol("not JSON");

function parsed(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return notJson;
  }
}

function read(
  { header }: RawWebhook,
  operation: OperationDescriptor,
  validators: OperationValidators,
  body: unknown,
): { readonly body: unknown; readonly header: unknown; readonly issues: readonly Issue[] } {
  const described = (operation.parameters ?? []).filter((one) => one.in === "header");
  const headers = Object.fromEntries(
    described.flatMap((parameter) => {
      const text = header(parameter.name);
      return text === undefined ? [] : [[parameter.name, decodeText(parameter, text)] as const];
    }),
  );
  const issues = described.length === 0 ? [] : check("header", validators.header, headers);
  const value = operation.requestBody === undefined ? undefined : body;
  return {
    body: value,
    header: described.length === 0 ? undefined : headers,
    issues: [...issues, ...bodyIssues(operation, validators, body)],
  };
}

function bodyIssues(
  { requestBody }: OperationDescriptor,
  { body: byMediaType = {} }: OperationValidators,
  body: unknown,
): readonly Issue[] {
  const wrong = (keyword: string, message: string): Issue[] => [
    { in: "body", pointer: "", keyword, message },
  ];
  if (requestBody === undefined) return body === undefined ? [] : wrong("not", "must be empty");
  if (body === undefined)
    return requestBody.required === true ? wrong("required", "must not be empty") : [];
  const media = requestBody.content?.find(({ mediaType }) => isJson(mediaType));
  if (body === notJson || media === undefined) return wrong("type", "must be JSON");
  const { mediaType } = media;
  return check(
    "body",
    Object.hasOwn(byMediaType, mediaType) ? byMediaType[mediaType] : undefined,
    body,
  );
}

const isJson = (mediaType: string): boolean => /[/+]json$/.test(mediaTypeEssence(mediaType) ?? "");

function check(place: Issue["in"], validator: Validator | undefined, value: unknown): Issue[] {
  if (validator === undefined || validator(value)) return [];
  const issues = toIssues(place, validator.errors);
  const message = "must be as it is described";
  return issues.length > 0 ? issues : [{ in: place, pointer: "", keyword: "false", message }];
}

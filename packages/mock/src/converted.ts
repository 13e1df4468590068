import { withEventFields } from "@openapi-packages/runtime";
import type {
  AnyResult,
  Decoder,
  OperationCodec,
  OperationDescriptor,
} from "@openapi-packages/runtime";
import {
  bodyDecoder,
  decodeInput,
  eventFieldsOf,
  getMember,
  headersDecoder,
  isObject,
  RequestFailure,
  responseKey,
  toJson,
} from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import { ThrownAnswer } from "@openapi-packages/runtime/server";
import type { Answer, ResponseHeaders } from "@openapi-packages/runtime/server";
import { copyOf, isJson } from "./state/record.ts";

type Body = Answer<AnyResult>["body"];

/** Converts between the values of overrides, which have the types of the description, and the JSON of a mock. */
export class Converted {
  readonly #codec: OperationCodec;
  readonly #operation: OperationDescriptor;

  constructor(codec: OperationCodec, operation: OperationDescriptor) {
    this.#codec = codec;
    this.#operation = operation;
  }

  /** Returns the input for an override. The mock's own input is not changed. */
  input(given: object): object {
    const input = Object.fromEntries(
      Object.entries(given).map(([name, part]) => [name, isJson(part) ? copyOf(part) : part]),
    ) as JsonObject;
    const { contentType } = given as { readonly contentType?: string };
    const first = this.#operation.requestBody?.content[0]?.mediaType;
    const issues = decodeInput(this.#codec, input, contentType ?? first);
    if (issues.length > 0) throw new RequestFailure(400, issues);
    const { body } = input;
    const decodeItem = getMember(this.#codec.body, contentType ?? first ?? "") as
      Decoder | undefined;
    if (decodeItem && isItems(body))
      input["body"] = mapped(body, (item) => decodeItem(copyOf(item)));
    return input;
  }

  /** Returns an answer of the mock for an override. */
  answer(answer: Answer<AnyResult>): Answer<AnyResult> {
    const key = responseKey(this.#operation.responses, answer.status);
    const decode = bodyDecoder(this.#codec, this.#operation, key, answer.contentType);
    const decodeHeaders = headersDecoder(this.#codec, key);
    const { headers, body } = answer;
    return {
      ...answer,
      ...(decode && body !== undefined ? { body: decodedBody(body, decode) } : {}),
      ...(decodeHeaders && headers
        ? { headers: decodeHeaders(copyOf(headers)) as ResponseHeaders }
        : {}),
    };
  }
}

function decodedBody(body: Body, decode: Decoder): Body {
  if (isItems(body)) return mapped(body, (item) => decode(copyOf(item)));
  return isJson(body) ? decode(copyOf(body)) : body;
}

/** Returns the answer of an override, returned or thrown, as JSON. */
export async function jsonAnswer(
  given: () => Answer<AnyResult> | Promise<Answer<AnyResult>>,
): Promise<Answer<AnyResult>> {
  try {
    return asJson(await given());
  } catch (error) {
    throw error instanceof ThrownAnswer ? new ThrownAnswer(asJson(error.answer)) : error;
  }
}

function asJson(answer: Answer<AnyResult>): Answer<AnyResult> {
  const { headers, body } = answer;
  return {
    ...answer,
    ...(body === undefined ? {} : { body: isItems(body) ? mapped(body, toJson) : toJson(body) }),
    ...(headers ? { headers: toJson(headers) as ResponseHeaders } : {}),
  };
}

const isItems = (body: unknown): body is AsyncIterable<unknown> =>
  isObject(body) && Symbol.asyncIterator in body && !(body instanceof ReadableStream);

/** Maps the items of a stream. The attached event fields stay. */
async function* mapped(
  items: AsyncIterable<unknown>,
  change: (item: unknown) => unknown,
): AsyncGenerator<unknown, void, undefined> {
  for await (const item of items) {
    const changed = change(item);
    const fields = eventFieldsOf(item);
    yield fields && isObject(changed) ? withEventFields(changed, fields) : changed;
  }
}

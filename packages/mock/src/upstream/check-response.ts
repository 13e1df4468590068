import type { HttpResponse } from "@openapi-packages/runtime/server";
import { createStreamParser, itemOf } from "@openapi-packages/runtime/internals";
import type { StreamParser } from "@openapi-packages/runtime/internals";
import type { EventStreamMessage } from "@openapi-packages/runtime";
import { isJsonMediaType } from "@openapi-packages/runtime/internals";
import { mediaTypeEssence, selectMediaType } from "@openapi-packages/runtime";
import { getMember } from "@openapi-packages/runtime/internals";
import type {
  ApiDescriptor,
  ExactJson,
  MediaTypeDescriptor,
  Validator,
} from "@openapi-packages/runtime";
import { parseJson } from "@openapi-packages/runtime/internals";
import { responseKey } from "@openapi-packages/runtime/internals";
import { toIssues } from "@openapi-packages/runtime";
import type { Issue } from "@openapi-packages/runtime";
import type { MockOperation } from "../description.ts";

/** A violation of the description, without the request. */
export interface ViolationDetails {
  readonly message: string;
  readonly issues: readonly Issue[];
}

/** The documented media type of an answer with its validator, and violations by the status or media type. */
export interface Described {
  readonly violations: readonly ViolationDetails[];
  readonly media: MediaTypeDescriptor | undefined;
  readonly validator: Validator | undefined;
  /** Parses JSON without loss. Default: long integers are violations. */
  readonly parse?: ExactJson["parse"] | undefined;
}

/** Checks the status and the media type of an answer against the description. */
export function describedAs(
  api: ApiDescriptor,
  mock: MockOperation,
  status: number,
  contentType: string | undefined,
): Described {
  const { operation } = mock;
  const key = responseKey(operation.responses, status);
  const nothing = { media: undefined, validator: undefined };
  if (key === undefined && api.errorBody?.statuses.includes(status) === true)
    return { ...nothing, violations: [] };
  if (key === undefined) {
    return { ...nothing, violations: [violation(`the status ${status} is not documented`)] };
  }
  const content = operation.responses[key]?.content ?? [];
  const essence = mediaTypeEssence(contentType);
  if (essence === undefined || content.length === 0) return { ...nothing, violations: [] };
  const media = selectMediaType(content, essence);
  if (media === undefined) {
    const documented = content.map(({ mediaType }) => mediaType).join(", ");
    const message = `the media type ${essence} of ${status} is not documented; ${documented} is`;
    return { ...nothing, violations: [violation(message)] };
  }
  const validators = mock.validators.responses?.[key];
  const validator = getMember(validators, media.mediaType) as Validator | undefined;
  return { violations: [], media, validator, parse: mock.codec?.json?.parse };
}

/** Validates a complete body. */
export function bodyViolations(
  { media, validator, parse }: Described,
  contentType: string,
  text: string,
): ViolationDetails[] {
  if (media === undefined || media.stream !== undefined) return [];
  if (!isJsonMediaType(contentType)) return [];
  let value: unknown;
  try {
    value = parseJson(text, parse);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [violation(`the body is not JSON: ${reason}`)];
  }
  return valueViolations(validator, value, "the body is invalid");
}

/** The maximum size of one checked item, in bytes. A longer one is not checked. */
const mostOfItem = 1024 * 1024;

/** Validates the items of a stream chunk by chunk, until one is too long. */
export class StreamCheck {
  readonly #validator: Validator | undefined;
  readonly #media: MediaTypeDescriptor;
  readonly #parse: Described["parse"];
  readonly #parser: StreamParser;
  #isOver = false;
  #count = 0;

  constructor(
    media: MediaTypeDescriptor,
    { validator, parse }: Pick<Described, "validator" | "parse">,
  ) {
    this.#parse = parse;
    this.#media = media;
    this.#validator = validator;
    this.#parser = createStreamParser(media, mostOfItem, false);
  }

  /** Returns the violations in the items that a chunk completes. */
  push(bytes: Uint8Array): ViolationDetails[] {
    if (this.#isOver) return [];
    try {
      const found = this.#parser.push(bytes).flatMap((message) => this.#check(message));
      this.#isOver = this.#parser.isTooLarge;
      const reason = `has more than ${mostOfItem} bytes; no more is checked`;
      return this.#isOver ? [...found, this.#violation(reason)] : found;
    } catch {
      this.#isOver = true;
      return [this.#violation("is not UTF-8; no more is checked")];
    }
  }

  #violation(what: string): ViolationDetails {
    return violation(`item ${this.#count + 1} of the stream ${what}`);
  }

  #check(message: EventStreamMessage): ViolationDetails[] {
    const { terminal, errorEvent } = this.#media;
    if (message.event === errorEvent || message.data === terminal?.data) return [];
    try {
      const item = itemOf(this.#media, message, (text) => parseJson(text, this.#parse));
      if (item === undefined) return [];
      this.#count += 1;
      const what = `item ${this.#count} of the stream`;
      return valueViolations(this.#validator, item.value, `${what} is invalid`);
    } catch {
      const refused = this.#violation("is not JSON");
      this.#count += 1;
      return [refused];
    }
  }
}

/** Returns the same chunks of a stream, each checked as it passes. */
export async function* checkedStream(
  body: HttpResponse["body"],
  described: Described,
  report: (violations: readonly ViolationDetails[]) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (typeof body !== "object" || body instanceof Uint8Array) return;
  const { media } = described;
  const check = media && new StreamCheck(media, described);
  for await (const chunk of body) {
    const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
    if (check) report(check.push(bytes));
    yield bytes;
  }
}

function valueViolations(
  validator: Validator | undefined,
  value: unknown,
  message: string,
): ViolationDetails[] {
  if (validator === undefined || validator(value)) return [];
  return [{ message, issues: toIssues("body", validator.errors) }];
}

const violation = (message: string): ViolationDetails => ({ message, issues: [] });

import { EventStreamParser } from "@openapi-packages/runtime";
import { isJsonMediaType } from "@openapi-packages/runtime/internals";
import { mediaTypeEssence, selectMediaType } from "@openapi-packages/runtime";
import { getMember } from "@openapi-packages/runtime/internals";
import type { MediaTypeDescriptor, Validator } from "@openapi-packages/runtime";
import { parseJson } from "@openapi-packages/runtime/internals";
import { responseKey } from "@openapi-packages/runtime/internals";
import { toIssues } from "@openapi-packages/runtime";
import type { Issue } from "@openapi-packages/runtime";
import type { MockOperation } from "../description.ts";

/** What is wrong with an answer. */
export interface Finding {
  readonly message: string;
  readonly issues: readonly Issue[];
}

/** What a description says of an answer, as far as its status and its media type tell. */
export interface Described {
  readonly findings: readonly Finding[];
  readonly media: MediaTypeDescriptor | undefined;
  readonly validator: Validator | undefined;
}

/** Holds the status and the media type of an answer against the description. */
export function describedAs(
  mock: MockOperation,
  status: number,
  contentType: string | undefined,
): Described {
  const { operation } = mock;
  const key = responseKey(operation.responses, status);
  const nothing = { media: undefined, validator: undefined };
  if (key === undefined) {
    return { ...nothing, findings: [finding(`the status ${status} is not documented`)] };
  }
  const content = operation.responses[key]?.content ?? [];
  const essence = mediaTypeEssence(contentType);
  if (essence === undefined || content.length === 0) return { ...nothing, findings: [] };
  const media = selectMediaType(content, essence);
  if (media === undefined) {
    const documented = content.map(({ mediaType }) => mediaType).join(", ");
    const message = `the media type ${essence} of ${status} is not documented; ${documented} is`;
    return { ...nothing, findings: [finding(message)] };
  }
  const validators = mock.validators.responses?.[key];
  const validator = getMember(validators, media.mediaType) as Validator | undefined;
  return { findings: [], media, validator };
}

/** Holds a whole body against its validator. */
export function bodyFindings(
  { media, validator }: Described,
  contentType: string,
  text: string,
): Finding[] {
  if (media === undefined || media.stream !== undefined) return [];
  if (!isJsonMediaType(contentType)) return [];
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [finding(`the body is no JSON: ${reason}`)];
  }
  return valueFindings(validator, value, "the body is invalid");
}

/** Holds the items of a stream against their validator, piece by piece. */
export class StreamCheck {
  readonly #validator: Validator | undefined;
  readonly #media: MediaTypeDescriptor;
  readonly #parser = new EventStreamParser();
  readonly #decoder = new TextDecoder();
  #line = "";
  #count = 0;

  constructor(media: MediaTypeDescriptor, validator: Validator | undefined) {
    this.#media = media;
    this.#validator = validator;
  }

  /** What is wrong with the items that a piece completes. */
  push(bytes: Uint8Array): Finding[] {
    const text = this.#decoder.decode(bytes, { stream: true });
    return this.#datas(text).flatMap((data) => this.#check(data));
  }

  #datas(text: string): string[] {
    if (this.#media.stream === "json-lines") {
      const lines = (this.#line + text).split("\n");
      this.#line = lines.pop() ?? "";
      return lines.filter((line) => line.trim() !== "");
    }
    const { terminal, errorEvent } = this.#media;
    return this.#parser
      .push(text)
      .filter(({ event, data }) => event !== errorEvent && data !== terminal?.data)
      .map(({ data }) => data);
  }

  #check(data: string): Finding[] {
    this.#count += 1;
    const what = `item ${this.#count} of the stream`;
    try {
      return valueFindings(this.#validator, parseJson(data), `${what} is invalid`);
    } catch {
      return [finding(`${what} is no JSON`)];
    }
  }
}

function valueFindings(
  validator: Validator | undefined,
  value: unknown,
  message: string,
): Finding[] {
  if (validator === undefined || validator(value)) return [];
  return [{ message, issues: toIssues("body", validator.errors) }];
}

const finding = (message: string): Finding => ({ message, issues: [] });

import {
  decodeForm,
  decodeText,
  mediaTypeEssence,
  selectMediaType,
  type MediaTypeDescriptor,
  type Validator,
} from "@openapi-packages/runtime";
import {
  CharsetError,
  charsetOf,
  decodeBytes,
  escapePointerToken,
  getMember,
  isJsonMediaType,
  isTextMediaType,
  isUrlEncodedMediaType,
  responseKey,
} from "@openapi-packages/runtime/internals";
import type { Json } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { MessageFault } from "../wire/http1/message-fault.ts";
import { headerOf, type WireResponse } from "../wire/wire-request.ts";
import { parseAnswer, realIssues, withoutLoss } from "./answer-json.ts";
import { checkStream } from "./check-stream.ts";
import type { Problem } from "./checks.ts";
import { schemaIssues, type AnswerSchema } from "./schema-issues.ts";

/** The result of checking an answer: its parsed body, and the violations of the description. */
export interface CheckedAnswer {
  readonly value?: unknown;
  readonly problems: readonly Problem[];
}

/**
 * Checks an answer against the documentation of its operation: status, media type, headers, body (OpenAPI 3.1,
 * Responses Object), stream (`itemSchema`, `x-event-stream`).
 *
 * @param method that of the request: an answer to HEAD has no body (RFC 9110, section 9.3.2)
 */
export function checkAnswer(
  api: VerifiedApi,
  operation: VerifiedOperation,
  method: string,
  response: WireResponse,
): CheckedAnswer {
  const checked = new AnswerCheck(api, operation, response).check(method);
  return { ...checked, value: withoutLoss(checked.value, response.body) };
}

class AnswerCheck {
  readonly #api: VerifiedApi;
  readonly #operation: VerifiedOperation;
  readonly #response: WireResponse;
  readonly #problems: Problem[] = [];
  /** The place of the response in the description. */
  #pointer: string;

  constructor(api: VerifiedApi, operation: VerifiedOperation, response: WireResponse) {
    this.#api = api;
    this.#operation = operation;
    this.#response = response;
    this.#pointer = `${operation.model.pointer}/responses`;
  }

  check(method: string): CheckedAnswer {
    const { status } = this.#response;
    const { responses } = this.#operation.mock.operation;
    const key = responseKey(responses, status);
    if (key === undefined) return this.#undocumented();
    this.#pointer = `${this.#pointer}/${key}`;
    this.#checkHeaders(key);
    // The malformed message is reported; its body is not what the server meant.
    if (this.#response.faults?.some(isOfBody) === true) return this.#found(this.#readMeant());
    const isWithoutBody = method === "HEAD" || status === 204 || status === 304;
    if (isWithoutBody) return this.#found();
    const content = responses[key]?.content ?? [];
    return content.length === 0 ? this.#found() : this.#checkBody(key, content);
  }

  #found(value?: unknown): CheckedAnswer {
    const problems = this.#problems;
    return value === undefined ? { problems } : { value, problems };
  }

  #add(
    check: Problem["check"],
    message: string,
    { isPolicy = false, ...rest }: Partial<Problem> & { readonly isPolicy?: boolean } = {},
  ): void {
    const policy = isPolicy ? { policy: message } : {};
    this.#problems.push({ check, message, pointer: this.#pointer, ...policy, ...rest });
  }

  /** True for answers that services write at one place for all operations. */
  get #isRefusal(): boolean {
    return this.#response.status >= 400 && this.#response.status < 500;
  }

  /** Reports an undocumented status. Common errors are documented at the root (`x-common-errors`). */
  #undocumented(): CheckedAnswer {
    const { status } = this.#response;
    const { responses } = this.#operation.mock.operation;
    const { errorBody } = this.#api.description.mock.api;
    if (errorBody?.statuses.includes(status) === true) return this.#found(this.#readJson());
    // Some descriptions only list errors, and omit the success.
    const isSilent = !Object.keys(responses).some((key) => /^[23]|^default$/.test(key));
    if (isSilent && status >= 200 && status < 300) return this.#found(this.#readJson());
    const known = Object.keys(responses).join(", ");
    const isFailure = status >= 500;
    this.#add(
      isFailure ? "server-error" : "status",
      `answers ${status}, and documents ${known === "" ? "no status" : known}`,
    );
    return this.#found(this.#readJson());
  }

  #checkBody(key: string, content: readonly MediaTypeDescriptor[]): CheckedAnswer {
    const actual = headerOf(this.#response.headers, "content-type");
    const { body } = this.#response;
    const documented = content.map(({ mediaType }) => mediaType).join(", ");
    if (actual === undefined && body.length === 0) {
      this.#add(
        "body",
        `answers ${this.#response.status} without a body, and documents ${documented}`,
      );
      return this.#found();
    }
    const essence = mediaTypeEssence(actual);
    const media = essence === undefined ? undefined : selectMediaType(content, actual);
    if (media === undefined) {
      const what = actual === undefined ? "no content type" : visibleText(actual);
      this.#add(
        "content-type",
        `answers ${this.#response.status} with ${what}, and documents ${documented}`,
        { isPolicy: this.#isRefusal },
      );
      return this.#found(this.#readJson());
    }
    const validators = getMember(this.#operation.mock.validators.responses, key) as
      Readonly<Record<string, Validator>> | undefined;
    const model = this.#operation.model.responses.find((one) => one.status === key);
    const schema: AnswerSchema = {
      description: this.#api.description,
      schema: model?.content.find((one) => one.mediaType === media.mediaType)?.schema,
      validator: getMember(validators, media.mediaType) as Validator | undefined,
    };
    this.#pointer = `${this.#pointer}/content/${escapePointerToken(media.mediaType)}`;
    if (media.stream !== undefined) return this.#checkStream(media, schema);
    return this.#checkValue(media, actual ?? media.mediaType, schema);
  }

  #checkStream(media: MediaTypeDescriptor, schema: AnswerSchema): CheckedAnswer {
    const { items, problems } = checkStream(this.#response, media, schema, this.#pointer);
    this.#problems.push(...problems);
    return this.#found(items);
  }

  #checkValue(media: MediaTypeDescriptor, actual: string, schema: AnswerSchema): CheckedAnswer {
    const read = this.#read(media, actual);
    if (read === undefined) return this.#found();
    const { status, body } = this.#response;
    const found = schemaIssues(schema, `the answer ${status}`, read.value, (issues) =>
      realIssues(issues, body),
    );
    if (found !== undefined)
      this.#add("body", found.message, {
        pointer: `${this.#pointer}/schema`,
        issues: found.issues,
      });
    return this.#found(read.value);
  }

  /**
   * Returns the value of a body; `undefined` if there is none to validate, or it is unreadable, which is
   * reported.
   */
  #read(media: MediaTypeDescriptor, actual: string): { readonly value: unknown } | undefined {
    const { body } = this.#response;
    if (media.as === "bytes") return undefined;
    if (!this.#response.isWhole) {
      this.#add(
        "body",
        `the body of ${this.#response.status} has no end: reading it was given up after ${body.length} bytes`,
      );
      return undefined;
    }
    try {
      if (isJsonMediaType(actual) || media.as === "json") return { value: parseAnswer(utf8(body)) };
      if (isUrlEncodedMediaType(actual)) return { value: decodeForm(media, utf8(body)) };
      if (isTextMediaType(actual) || media.as === "text")
        return { value: decodeBytes(body, charsetOf(actual)) };
    } catch (error) {
      if (error instanceof CharsetError && error.kind === "unsupported") return undefined;
      const reason = error instanceof Error ? error.message : String(error);
      this.#add(
        "body",
        `the body of ${this.#response.status} is not ${mediaTypeEssence(actual)}: ${reason}`,
      );
    }
    return undefined;
  }

  /** Returns the value of a body whose end is wrong. */
  #readMeant(): unknown {
    const { body, surplus = new Uint8Array() } = this.#response;
    return jsonOf(body) ?? jsonOf(Buffer.concat([body, surplus]));
  }

  /** Returns the body if it happens to be JSON, to find identifiers and messages in it. */
  #readJson(): unknown {
    return jsonOf(this.#response.body);
  }

  #checkHeaders(key: string): void {
    const described = this.#operation.mock.operation.responses[key]?.headers ?? [];
    const models = this.#operation.model.responses.find(({ status }) => status === key)?.headers;
    for (const parameter of described) {
      const text = headerOf(this.#response.headers, parameter.name);
      const pointer = `${this.#pointer}/headers/${escapePointerToken(parameter.name)}`;
      const model = models?.find(({ name }) => name.toLowerCase() === parameter.name.toLowerCase());
      if (text === undefined) {
        if (parameter.required === true)
          this.#add(
            "header",
            `answers ${this.#response.status} without the header ${parameter.name}, which is required`,
            { pointer, isPolicy: this.#isRefusal },
          );
        continue;
      }
      const value = decodeText(parameter, text);
      if (model !== undefined && !this.#api.description.holds(model.schema.json, value as Json))
        this.#add(
          "header",
          `the header ${parameter.name} of the answer ${this.#response.status} is ${visibleText(text)}, which its schema does not allow`,
          { pointer },
        );
    }
  }
}

/** True for faults in the length or the chunks of a body. */
const isOfBody = ({ about }: MessageFault): boolean =>
  about === "body length" || about === "chunks";

/** Returns the value of JSON; `undefined` of other bytes. */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    return parseAnswer(utf8(bytes));
  } catch {
    return undefined;
  }
}

/** @throws {TypeError} when the bytes are not UTF-8 */
const utf8 = (bytes: Uint8Array): string => new TextDecoder("utf-8", { fatal: true }).decode(bytes);

/** Quotes text of the subject for a message: short, on one line. */
const visibleText = (text: string): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

import type { SensitiveTable } from "@openapi-packages/runtime";
import type { ClientOperation } from "@openapi-packages/runtime/client";
import {
  type Places,
  redacted,
  Redactor,
  type SecretSearch,
  usualSecrets,
} from "@openapi-packages/runtime/internals";
import { shownBody } from "../shown/redacted-body.ts";
import { headerOf, type HeaderField } from "../wire/wire-request.ts";
import type { HarEntry, HarPair } from "@openapi-packages/compiler/mock/serve/traffic/har-types";
import {
  headerSecrets,
  searchFor,
  urlSecrets,
  withoutSecrets,
  withoutTexts,
} from "@openapi-packages/compiler/mock/serve/traffic/message-secrets";

/** The recorded part of a body. */
export interface SeenBody {
  readonly bytes: Uint8Array;
  /** False if it exceeds the limit, or has not ended. */
  readonly isWhole: boolean;
  /** Its media type, if no header contains it yet. */
  readonly type?: string;
}

/** An observed exchange, including its secrets. */
export interface SeenExchange {
  readonly startedAt: Date;
  /** The time until the head of the answer, in milliseconds. */
  readonly time: number;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: readonly HeaderField[];
  readonly requestBody: SeenBody | undefined;
  /** `undefined` without an answer. */
  readonly response:
    | {
        readonly status: number;
        readonly statusText: string;
        readonly headers: readonly HeaderField[];
        readonly body: SeenBody | undefined;
      }
    | undefined;
  readonly error?: string;
}

/** The secrets in the exchanges of one operation. */
export interface EntryRedaction {
  readonly table: SensitiveTable;
  /** `undefined` if it is unknown. */
  readonly operation: ClientOperation | undefined;
}

/** Converts an exchange to a HAR entry without secrets. */
export function recordedEntry(seen: SeenExchange, redaction: EntryRedaction): HarEntry {
  const { method, url, response } = seen;
  const redactor = new OperationRedactor(redaction);
  const request = messageOf(seen.requestHeaders, seen.requestBody, redactor, redactor.requestBody);
  const answer =
    response &&
    messageOf(response.headers, response.body, redactor, redactor.responseBody(response.status));
  const shownUrl = redactor.url(url);
  const search = searchFor([
    ...request.secrets,
    ...(answer?.secrets ?? []),
    ...urlSecrets(url, shownUrl),
  ]);
  const entry = {
    startedDateTime: seen.startedAt.toISOString(),
    time: seen.time,
    request: {
      method,
      url: shownUrl,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: request.headers,
      queryString: queryOf(shownUrl),
      headersSize: -1,
      bodySize: sizeOf(seen.requestBody),
      ...(seen.requestBody && {
        postData: {
          mimeType: request.type,
          ...textWithout(request.body, search),
        },
      }),
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.statusText ?? "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: answer?.headers ?? [],
      content: {
        size: sizeOf(response?.body),
        mimeType: answer?.type ?? "",
        ...textWithout(answer?.body, search),
      },
      redirectURL: "",
      headersSize: -1,
      bodySize: sizeOf(response?.body),
    },
    cache: {},
    timings: { send: 0, wait: seen.time, receive: 0 },
    ...(seen.error !== undefined && { comment: seen.error }),
  };
  return withoutTexts(entry, search);
}

/** Removes secrets from a body. Bytes that contain one are dropped completely. */
function textWithout(body: EntryText | undefined, search: SecretSearch): EntryText | undefined {
  if (body === undefined) return undefined;
  if (body.encoding === undefined) return { text: withoutSecrets(body.text, search) };
  return search.find(body.text).length === 0 ? body : undefined;
}

/** Returns the known size of a body that was recorded in part. */
const sizeOf = (body: SeenBody | undefined): number =>
  body === undefined ? 0 : Math.max(1, body.bytes.length);

interface EntryMessage {
  readonly headers: readonly HarPair[];
  readonly type: string;
  readonly body: EntryText | undefined;
  readonly secrets: readonly string[];
}

interface EntryText {
  readonly text: string;
  readonly encoding?: "base64";
}

function messageOf(
  fields: readonly HeaderField[],
  body: SeenBody | undefined,
  redactor: OperationRedactor,
  places: Places,
): EntryMessage {
  const type = headerOf(fields, "content-type") ?? body?.type;
  const headers = fields.map(([name, value]) => ({ name, value: redactor.header(name, value) }));
  const left = fields.flatMap(([name, value]) =>
    redactor.header(name, value) === redacted ? headerSecrets(name, value) : [],
  );
  if (body === undefined || !body.isWhole)
    return { headers, type: type ?? "", body: undefined, secrets: left };
  const shown = shownBody(body.bytes, type, places);
  const text = shown.text === undefined ? undefined : { text: shown.text };
  const made = text ?? binary(body.bytes, type, places);
  return { headers, type: type ?? "", body: made, secrets: [...left, ...shown.secrets] };
}

/** Returns binary data, unless it may contain secrets: fields of forms with files are identified by name. */
function binary(
  bytes: Uint8Array,
  type: string | undefined,
  places: Places,
): EntryText | undefined {
  const isForm = /^multipart\//i.test(type ?? "");
  const names = isForm
    ? [
        ...Buffer.from(bytes)
          .toString("latin1")
          .matchAll(/; ?name="([^"]*)"/g),
      ].map(([, name]) => name ?? "")
    : [];
  if (!places.isEmpty || names.some((name) => usualSecrets.test(name))) return undefined;
  return { text: Buffer.from(bytes).toString("base64"), encoding: "base64" };
}

const queryOf = (url: string): HarPair[] =>
  URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : [];

/** Redacts one exchange. Without a known operation it uses the secrets of all operations. */
class OperationRedactor {
  readonly #redactor: Redactor | undefined;
  readonly #any: Redactor;
  readonly #table: SensitiveTable;

  constructor({ table, operation }: EntryRedaction) {
    const none = { operationId: "", path: "", responses: {} } as unknown as ClientOperation;
    const parts = Object.values(table.operations ?? {});
    const union = {
      header: parts.flatMap((one) => one.header ?? []),
      query: parts.flatMap((one) => one.query ?? []),
      body: parts.flatMap((one) => [
        ...(one.body ?? []),
        ...Object.values(one.responses ?? {}).flat(),
      ]),
    };
    this.#table = table;
    this.#redactor = operation && new Redactor(table, operation);
    this.#any = new Redactor({ ...table, operations: { "": union } }, none);
  }

  url(url: string): string {
    if (this.#redactor !== undefined) return this.#redactor.url(url);
    const shown = this.#any.url(url);
    const hasPath = Object.values(this.#table.operations ?? {}).some(
      (one) => one.path !== undefined,
    );
    if (!hasPath || !URL.canParse(shown)) return shown;
    const { origin, search } = new URL(shown);
    return `${origin}/${redacted}${search}`;
  }

  header(name: string, value: string): string {
    const [shown = ""] = Object.values((this.#redactor ?? this.#any).headers([[name, value]]));
    return shown;
  }

  get requestBody(): Places {
    return this.#redactor?.body ?? this.#any.response(0);
  }

  responseBody(status: number): Places {
    return (this.#redactor ?? this.#any).response(status);
  }
}

import type { ClientOperation } from "@openapi-packages/runtime/client";
import type { HeaderField } from "../wire/wire-request.ts";
import type { SeenBody } from "./recorded-entry.ts";

/** An exchange for a recorder. */
export interface Recording {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: readonly HeaderField[];
  /** Resolves to its body when it is known. */
  readonly requestBody: Promise<SeenBody | undefined>;
  readonly operation?: ClientOperation | undefined;
}

/** The answer of an exchange. */
export interface RecordedAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly HeaderField[];
  readonly body: Promise<SeenBody | undefined>;
  /** True if it may not end, so that recorders do not wait for it. */
  readonly isStream: boolean;
}

/** True for media types whose bodies may not end. */
export const isStreamed = (contentType: string): boolean =>
  /^text\/event-stream|json-?(?:l|lines|seq)\b|ndjson|^multipart\/x-mixed-replace/i.test(
    contentType,
  );

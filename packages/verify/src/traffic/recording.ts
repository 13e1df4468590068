import type { ClientOperation } from "@openapi-packages/runtime/client";
import type { HeaderField } from "../wire/wire-request.ts";
import type { SeenBody } from "./recorded-entry.ts";

/** What a recorder is told of one exchange. */
export interface Recording {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: readonly HeaderField[];
  /** Its body, once it is known. */
  readonly requestBody: Promise<SeenBody | undefined>;
  readonly operation?: ClientOperation | undefined;
}

/** The answer to an exchange. */
export interface RecordedAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly HeaderField[];
  readonly body: Promise<SeenBody | undefined>;
  /** True if it may go on without an end, so that nobody waits for it. */
  readonly isStream: boolean;
}

/** True of media types whose bodies may go on without an end. */
export const isStreamed = (contentType: string): boolean =>
  /^text\/event-stream|json-?(?:l|lines|seq)\b|ndjson|^multipart\/x-mixed-replace/i.test(
    contentType,
  );

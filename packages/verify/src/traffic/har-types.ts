/**
 * HTTP Archive (HAR) 1.2, as far as it is read: http://www.softwareishard.com/blog/har-12-spec/. What browsers leave out is
 * optional here, though the format wants it.
 */
export interface Har {
  readonly log: {
    readonly version?: string;
    readonly creator?: { readonly name: string; readonly version: string };
    readonly entries: readonly HarEntry[];
  };
}

/** A request and its answer. */
export interface HarEntry {
  /** ISO 8601. */
  readonly startedDateTime?: string;
  /** Milliseconds. */
  readonly time?: number;
  readonly request: HarRequest;
  readonly response?: HarResponse;
  readonly comment?: string;
  /** What Chrome says it is: `fetch`, `xhr`, `websocket`, `preflight`. */
  readonly _resourceType?: string;
  /** Why there is no answer, in Chrome. */
  readonly _error?: string | null;
}

/** A name with a value. */
export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** The head of a request, and its body where it was recorded. */
export interface HarRequest {
  readonly method: string;
  readonly url: string;
  readonly httpVersion?: string;
  readonly headers?: readonly HarPair[];
  readonly bodySize?: number;
  readonly postData?: HarPostData;
}

/** A body of a request: its text, or the fields of a form. */
export interface HarPostData {
  readonly mimeType?: string;
  readonly text?: string;
  readonly params?: readonly HarParameter[];
  /** `base64` where the text is; no standard has it, some recorders write it. */
  readonly encoding?: string;
  readonly _encoding?: string;
}

/** A field of a form. */
export interface HarParameter {
  readonly name: string;
  readonly value?: string;
  readonly fileName?: string;
  readonly contentType?: string;
}

/** The head of an answer, and its body where it was recorded. */
export interface HarResponse {
  /** 0 where there was no answer. */
  readonly status: number;
  readonly statusText?: string;
  readonly headers?: readonly HarPair[];
  readonly bodySize?: number;
  readonly content?: {
    readonly size?: number;
    readonly mimeType?: string;
    /** Already expanded where it came compressed. */
    readonly text?: string;
    readonly encoding?: string;
  };
  readonly redirectURL?: string;
}

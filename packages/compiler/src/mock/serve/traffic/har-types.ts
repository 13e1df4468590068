/**
 * The parts of HTTP Archive (HAR) 1.2 that are read: http://www.softwareishard.com/blog/har-12-spec/. Members
 * that browsers omit are optional here, though the format requires them.
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
  /** In ISO 8601. */
  readonly startedDateTime?: string;
  /** In milliseconds. */
  readonly time?: number;
  readonly request: HarRequest;
  readonly response?: HarResponse;
  readonly comment?: string;
  /** Chrome's type of the request: `fetch`, `xhr`, `websocket`, `preflight`. */
  readonly _resourceType?: string;
  /** Chrome's reason why there is no answer. */
  readonly _error?: string | null;
}

/** A name with a value. */
export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** The head of a request, and its body if it was recorded. */
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
  /** `base64` if the text is encoded. This is not in the standard, but some recorders write it. */
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

/** The head of an answer, and its body if it was recorded. */
export interface HarResponse {
  /** 0 without an answer. */
  readonly status: number;
  readonly statusText?: string;
  readonly headers?: readonly HarPair[];
  readonly bodySize?: number;
  readonly content?: {
    readonly size?: number;
    readonly mimeType?: string;
    /** The decompressed text. */
    readonly text?: string;
    readonly encoding?: string;
  };
  readonly redirectURL?: string;
}

import type { Issue } from "../validation/issues.ts";

/** Why a webhook is refused, and the status to answer with. */
export const webhookErrors = {
  "signature-missing": [401, "the header with the signature is missing"],
  "signature-invalid": [401, "no signature is that of the body"],
  "timestamp-missing": [401, "the time of sending is missing or not a time"],
  "timestamp-outside-tolerance": [401, "it was not sent just now"],
  "body-too-large": [413, "its body is larger than `maxBodyBytes`"],
  "body-invalid": [400, "its body is not what is described"],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

/** Why a webhook is refused. */
export type WebhookErrorCode = keyof typeof webhookErrors;

/**
 * A webhook that is refused. It says neither what the signature should have been nor what the body has, so
 * that its message can be logged and answered.
 */
export class WebhookError extends Error {
  readonly code: WebhookErrorCode;
  /** The status to answer with: 400, 401 or 413. */
  readonly status: number;
  /** What is wrong with the body, where it could be one webhook only. */
  readonly issues: readonly Issue[];

  constructor(code: WebhookErrorCode, issues: readonly Issue[] = []) {
    const [status, message] = webhookErrors[code];
    super(`the webhook is refused: ${message}`);
    this.name = "WebhookError";
    this.code = code;
    this.status = status;
    this.issues = issues;
  }
}

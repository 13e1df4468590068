import type { Issue } from "../validation/issues.ts";

/** The reasons why a webhook is refused, with the status to answer with. */
export const webhookErrors = {
  "signature-missing": [401, "the header with the signature is missing"],
  "signature-invalid": [401, "no signature matches the body"],
  "timestamp-missing": [401, "the time of sending is missing or not a time"],
  "timestamp-outside-tolerance": [401, "it was not sent recently"],
  "body-too-large": [413, "its body is larger than `maxBodyBytes`"],
  "body-invalid": [400, "its body does not conform to the description"],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

/** Why a webhook is refused. */
export type WebhookErrorCode = keyof typeof webhookErrors;

/**
 * A refused webhook. The message contains neither the expected signature nor the body, so that it can be
 * logged and returned.
 */
export class WebhookError extends Error {
  readonly code: WebhookErrorCode;
  /** The status to answer with: 400, 401 or 413. */
  readonly status: number;
  /** The violations in the body, if only one webhook is possible. */
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

import { isJsonMediaType, isRaw, isSequenceMediaType, selectMediaType } from "../media-type.ts";
import { isFormData } from "../form-data.ts";
import { definedEntries } from "../members.ts";
import type { OperationValidators, Validator } from "../operation.ts";
import { receivedKey } from "../status.ts";
import { toIssues, type Issue } from "../validation/issues.ts";
import type { ClientOperation, ParseJson } from "./operation.ts";
import type { CallInput, CallValidator } from "./types.ts";

export type { Issue } from "../validation/issues.ts";

/** What happens to a value that does not conform: nothing, a warning, or an error. */
export type ValidationMode = "off" | "warn" | "strict";

/** Options of {@link validation}. */
export interface ValidationOptions {
  /** Default: `strict`. */
  readonly requests?: ValidationMode;
  /**
   * Default: `warn`. Values that types of responses allow beside the listed ones pass, such as new values of enums
   * and new alternatives of unions with a discriminator.
   */
  readonly responses?: ValidationMode;
  /** Receives the findings of `warn`. Default: their messages go to `console.warn`. */
  readonly warn?: (finding: RequestValidationError | ResponseValidationError) => void;
}

/** The input does not conform to the description. Nothing has been sent. */
export class RequestValidationError extends Error {
  readonly operationId: string;
  /** All violations, without the values. */
  readonly issues: readonly Issue[];

  constructor({ operationId }: ClientOperation, issues: readonly Issue[]) {
    super(`${operationId}: the request does not fit the description: ${textOf(issues)}`);
    this.name = "RequestValidationError";
    this.operationId = operationId;
    this.issues = issues;
  }
}

/** The answer does not conform to the description. */
export class ResponseValidationError extends Error {
  readonly operationId: string;
  readonly status: number;
  /** All violations, without the values. */
  readonly issues: readonly Issue[];
  /** The response. Its body has been read. */
  readonly response: Response;
  /** The decoded body, before its conversion to types such as `Date`. */
  readonly body: unknown;

  constructor(
    { operationId }: ClientOperation,
    response: Response,
    body: unknown,
    issues: readonly Issue[],
  ) {
    const { status } = response;
    super(`${operationId}: ${status}: the body does not fit the description: ${textOf(issues)}`);
    this.name = "ResponseValidationError";
    this.operationId = operationId;
    this.status = status;
    this.issues = issues;
    this.response = response;
    this.body = body;
  }
}

/**
 * Creates the `validate` option of a client: it checks requests and responses against the description.
 * Bytes, streams and undocumented answers are not checked.
 *
 * @param validators those of the generated contract, by operationId.
 */
export function validation(
  validators: { readonly [operationId: string]: OperationValidators },
  options: ValidationOptions = {},
): CallValidator {
  const { requests = "strict", responses = "warn", warn = warnConsole } = options;
  const of = ({ operationId }: ClientOperation): OperationValidators =>
    validators[operationId] ?? {};
  const report = (
    mode: ValidationMode,
    error: RequestValidationError | ResponseValidationError,
  ): void => {
    if (mode === "strict") throw error;
    warn(error);
  };
  return {
    request(operation, input) {
      if (requests === "off") return;
      const issues = requestIssues(of(operation), input, operation.parse);
      if (issues.length > 0) report(requests, new RequestValidationError(operation, issues));
    },
    response(operation, response, body) {
      if (responses === "off") return;
      const issues = responseIssues(of(operation), operation, response, body);
      if (issues.length === 0) return;
      report(responses, new ResponseValidationError(operation, response, body, issues));
    },
  };
}

const warnConsole = ({ message }: Error): void => console.warn(message);

function requestIssues(
  validators: OperationValidators,
  input: CallInput,
  parse: ParseJson | undefined,
): Issue[] {
  const located = (["path", "query", "header", "cookie"] as const).flatMap((location) => {
    const values = Object.fromEntries(definedEntries(input[location] ?? {}));
    return issuesOf(location, validators[location], values);
  });
  return [...located, ...bodyIssues(validators.body ?? {}, input, parse)];
}

function bodyIssues(
  byMediaType: NonNullable<OperationValidators["body"]>,
  { body, contentType }: CallInput,
  parse: ParseJson | undefined,
): Issue[] {
  if (body === undefined || typeof body === "function") return [];
  const [first] = Object.keys(byMediaType);
  const mediaType = contentType === undefined ? first : select(byMediaType, contentType);
  if (mediaType === undefined) return [];
  const isJson = isJsonMediaType(mediaType);
  if (isSequenceMediaType(mediaType) || isForm(body)) return [];
  const isWritten = isRaw(body) && !(typeof body === "string" && (isJson || isText(mediaType)));
  return isWritten
    ? []
    : issuesOf("body", byMediaType[mediaType], isJson ? asSent(body, parse) : body);
}

function responseIssues(
  { responses = {} }: OperationValidators,
  { method, responses: documented }: ClientOperation,
  response: Response,
  body: unknown,
): Issue[] {
  const key = receivedKey(documented, response.status);
  const byMediaType = (key !== undefined && responses[key]) || {};
  const mediaType = select(byMediaType, response.headers.get("content-type"));
  const isBodiless = method === "HEAD" || [204, 205, 304].includes(response.status);
  if (mediaType === undefined || isBodiless) return [];
  if (typeof body === "object" && body !== null && (isRaw(body) || isForm(body))) return [];
  const validate = byMediaType[mediaType];
  return issuesOf("body", validate, body, validate?.takesLater);
}

function select(byMediaType: object, contentType: string | null): string | undefined {
  const content = Object.keys(byMediaType).map((mediaType) => ({ mediaType }));
  return selectMediaType(content, contentType)?.mediaType;
}

function issuesOf(
  location: Issue["in"],
  validate: Validator | undefined,
  value: unknown,
  isValid: (value: unknown) => boolean = validate ?? (() => true),
): Issue[] {
  if (validate === undefined || isValid(value)) return [];
  return toIssues(location, validate.errors);
}

/** Converts a value to the JSON that is sent: dates become texts, and `undefined` members are dropped. */
const asSent = (body: unknown, parse: ParseJson = JSON.parse): unknown =>
  parse(JSON.stringify(body));

const isForm = (body: unknown): boolean => isFormData(body) || body instanceof URLSearchParams;

const isText = (mediaType: string): boolean => mediaType.startsWith("text/");

function textOf(issues: readonly Issue[]): string {
  const [first] = issues;
  if (first === undefined) return "";
  const more = issues.length === 1 ? "" : ` (and ${issues.length - 1} more)`;
  return `${first.in}${first.pointer} ${first.message}${more}`;
}

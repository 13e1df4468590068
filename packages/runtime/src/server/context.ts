import type { OperationDescriptor } from "../operation.ts";
import type { Exchange } from "./hooks.ts";
import { fromUtf8Bytes } from "../utf8-bytes.ts";
import { headerValue } from "./request-target.ts";
import type { HttpRequest, RequestContext } from "./types.ts";

/** The default context of a handler. Its signal is created on first use. */
export class BaseContext implements RequestContext {
  readonly operation: OperationDescriptor;
  readonly request: HttpRequest;
  readonly requestId: string;
  readonly principal: unknown;

  constructor(
    operation: OperationDescriptor,
    { request, requestId }: Exchange,
    principal: unknown,
  ) {
    this.operation = operation;
    this.request = request;
    this.requestId = requestId;
    this.principal = principal;
  }

  get signal(): AbortSignal {
    return this.request.signal ?? new AbortController().signal;
  }

  get lastEventId(): string | undefined {
    return fromUtf8Bytes(headerValue(this.request, "last-event-id"));
  }
}

/** Copies a context so that all of its members are own ones: `{ ...base, user }`. */
export function spreadable(base: BaseContext): RequestContext {
  return {
    ...base,
    get signal() {
      return base.signal;
    },
    get lastEventId() {
      return base.lastEventId;
    },
  };
}

import { headerValue } from "./request-target.ts";
import { randomId } from "../random-id.ts";
import type { ServerOptions } from "./options.ts";
import type { HttpRequest } from "./types.ts";

/** Ids that are safe in logs and headers. */
const safePattern = /^[\w.:+/=@-]{1,128}$/;

/** Returns the id of a request; `undefined` if it has none, or one that is too long or unsafe to log. */
export function requestIdOf(request: HttpRequest, header: string | undefined): string | undefined {
  const id = header === undefined ? undefined : headerValue(request, header);
  return id !== undefined && safePattern.test(id) ? id : undefined;
}

/** Generates a request id. */
export function newRequestId({ newRequestId: make }: Pick<ServerOptions, "newRequestId">): string {
  return make === undefined ? randomId() : make();
}

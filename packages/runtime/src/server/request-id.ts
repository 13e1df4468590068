import { headerValue } from "./request-target.ts";
import type { ServerOptions } from "./options.ts";
import type { HttpRequest } from "./types.ts";

/** What can stand in a log and in a header as it is. */
const sanePattern = /^[\w.:+/=@-]{1,128}$/;

/** The id that a request brings; `undefined` when it brings none, or one that is long or odd. */
export function requestIdOf(request: HttpRequest, header: string | undefined): string | undefined {
  const id = header === undefined ? undefined : headerValue(request, header);
  return id !== undefined && sanePattern.test(id) ? id : undefined;
}

/** A new id for a request, made as the options say. */
export function newRequestId({ newRequestId: make }: Pick<ServerOptions, "newRequestId">): string {
  return make === undefined ? crypto.randomUUID() : make();
}

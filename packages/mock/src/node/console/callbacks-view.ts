import type { CallbackDelivery, Mock } from "../../types.ts";
import { withoutQuery } from "../terminal/callback-line.ts";

/** A callback as the console shows it, without its body and headers, which may have secrets. */
type ShownCallback = Omit<CallbackDelivery, "headers" | "body">;

/** Returns the last callbacks, the newest first. */
export function callbacksView({ callbacks }: Pick<Mock, "callbacks">): ShownCallback[] {
  return callbacks.toReversed().map(({ operationId, callback, method, url, status, reason }) => ({
    operationId,
    callback,
    method,
    url: url && withoutQuery(url),
    status,
    ...(reason !== undefined && { reason }),
  }));
}

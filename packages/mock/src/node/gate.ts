import type { IncomingMessage, RequestListener } from "node:http";
import type { AllowedHosts } from "./allowed-hosts.ts";
import type { AllowedOrigins } from "./allowed-origins.ts";
import { refuse } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";
import { splitTarget } from "./request-authority.ts";

/** Who may call a mock, and how much at once. */
export interface GateOptions {
  readonly hosts: AllowedHosts;
  readonly origins: AllowedOrigins;
  /** The most requests that may be answered at a time. */
  readonly mostRequests: number;
  /** Called when a request has been answered. */
  readonly onEnd: () => void;
  /** Called with each refusal. */
  readonly onRefusal: (refusal: Refusal) => void;
}

/** Lets requests through that are for the mock; their targets are in origin form from there on. */
export function gated(options: GateOptions, answer: RequestListener): RequestListener {
  const { hosts, origins, mostRequests, onEnd, onRefusal } = options;
  let running = 0;
  const refusalOf = (request: IncomingMessage): Refusal | undefined => {
    const refusal = hosts.refusalOf(request) ?? origins.refusalOf(request);
    if (refusal !== undefined || running < mostRequests) return refusal;
    return {
      status: 503,
      message: `this mock is answering ${mostRequests} requests already, which is the limit activeRequests`,
    };
  };
  return (request, response) => {
    const refusal = refusalOf(request);
    if (refusal !== undefined) {
      onRefusal(refusal);
      refuse(response, refusal);
      return;
    }
    running += 1;
    response.once("close", () => {
      running -= 1;
      onEnd();
    });
    if (request.url?.startsWith("/") !== true)
      request.url = splitTarget(request.url ?? "/")?.url ?? "/";
    answer(request, response);
  };
}

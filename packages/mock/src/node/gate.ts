import type { IncomingMessage, RequestListener } from "node:http";
import { bodyBytes, Load } from "./load.ts";
import type { LoadLimits } from "./load.ts";
import type { AllowedHosts } from "./allowed-hosts.ts";
import type { AllowedOrigins } from "./allowed-origins.ts";
import { refuse } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";
import { splitTarget } from "./request-authority.ts";

/** Who may call a mock, and how much it accepts at once. */
export interface GateOptions {
  readonly hosts: AllowedHosts;
  readonly origins: AllowedOrigins;
  readonly limits: LoadLimits;
  /** The maximum number of buffered bytes of a body. Longer ones are refused, or passed on without buffering. */
  readonly mostOfBody: number;
  /** Called when a request has been answered. */
  readonly onEnd: () => void;
  /** Called with each refusal. */
  readonly onRefusal: (refusal: Refusal) => void;
}

/** Lets requests through that are for the mock, with their targets in origin form. */
export function gated(options: GateOptions, answer: RequestListener): RequestListener {
  const { hosts, origins, limits, mostOfBody, onEnd, onRefusal } = options;
  const load = new Load(limits);
  const refusalOf = (request: IncomingMessage): Refusal | undefined =>
    hosts.refusalOf(request) ??
    origins.refusalOf(request) ??
    load.refusalOf(bodyBytes(request, mostOfBody));
  return (request, response) => {
    const refusal = refusalOf(request);
    if (refusal !== undefined) {
      onRefusal(refusal);
      refuse(response, refusal);
      return;
    }
    load.begin(response, bodyBytes(request, mostOfBody));
    response.once("close", onEnd);
    if (request.url?.startsWith("/") !== true) request.url = targetOf(request);
    answer(request, response);
  };
}

/**
 * Returns the target in origin form. OPTIONS of an origin alone is about the server (RFC 9112, section 3.2.4).
 */
function targetOf({ method, url = "/" }: IncomingMessage): string {
  if (method === "OPTIONS" && /^https?:\/\/[^/?#]*$/i.test(url)) return "*";
  return splitTarget(url)?.url ?? "/";
}

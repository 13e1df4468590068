import type { Description } from "openapi-packages/description";
import type { RunOptions } from "../run/options.ts";
import type { Har } from "./har-types.ts";

/** Options of `verifyTraffic`. */
export interface VerifyTrafficOptions extends RunOptions {
  /** The description's file or URL, or what `readDescription` gave. */
  readonly description: string | Description;
  /** The file of the recorded traffic, or what stands in it. */
  readonly har: string | Har;
  /** The URL below which the operations are. Left out: the servers of the description. */
  readonly server?: string;
}

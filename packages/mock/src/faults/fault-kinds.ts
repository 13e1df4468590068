import type { FaultKind } from "../types.ts";

/** All faults of the transport. */
export const faultKinds = [
  "reset",
  "half-body",
  "malformed-json",
  "drip",
  "stream-error",
  "stream-truncated",
] as const satisfies readonly FaultKind[];

/** True if it is one of {@link faultKinds}. */
export const isFaultKind = (value: unknown): value is FaultKind =>
  faultKinds.some((kind) => kind === value);

/** True if a fault only applies to streams. */
export const isStreamFault = (kind: FaultKind | undefined): boolean =>
  kind === "stream-error" || kind === "stream-truncated";

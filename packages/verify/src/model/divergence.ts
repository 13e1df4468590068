/** The kinds of divergences between a service and its model. */
export type DivergenceKind =
  | "not-found"
  | "still-there"
  | "not-listed"
  | "listed-after-delete"
  | "listed-twice"
  | "listed-elsewhere"
  | "lost-value"
  | "another-record"
  | "identifier"
  | "count"
  | "conflict"
  | "lifecycle"
  | "server-error"
  | "created-status";

/** The first place in a sequence where a service differs from the mock in a way that is not allowed. */
export interface Divergence {
  readonly kind: DivergenceKind;
  /** The index of its observation. */
  readonly at: number;
  /** What the service and the mock did, without a full stop. */
  readonly message: string;
  /** The member of the body that it is about. */
  readonly member?: string;
}

/** A divergence without its place. */
export type Found = Omit<Divergence, "at">;

/** Creates a divergence. */
export function diverging(kind: DivergenceKind, message: string, member?: string): Found {
  return { kind, message, ...(member !== undefined && { member }) };
}

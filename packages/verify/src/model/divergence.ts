/** The kinds of divergences: what a service does and its model does not. */
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

/** The first place in a sequence where a service does what the mock does not, and may not differ in. */
export interface Divergence {
  readonly kind: DivergenceKind;
  /** The index of its observation. */
  readonly at: number;
  /** What the service did and what the mock did, without a full stop. */
  readonly message: string;
  /** The member of the body that it is about. */
  readonly member?: string;
}

/** A divergence, its place left out. */
export type Found = Omit<Divergence, "at">;

/** A divergence of a kind. */
export function diverging(kind: DivergenceKind, message: string, member?: string): Found {
  return { kind, message, ...(member !== undefined && { member }) };
}

import type { VerifiedOperation } from "../description/verified-api.ts";

/** An operation that must not be called: the user said so, or did not say that it may. */
export class LeftAlone extends Error {
  override readonly name = "LeftAlone";
  readonly operation: VerifiedOperation;
  /** What the user would have to say. */
  readonly how: string;

  constructor(operation: VerifiedOperation, what: string, how: string) {
    super(what);
    this.operation = operation;
    this.how = how;
  }
}

import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Expectations } from "../expectations/expectations.ts";
import { isDestructive } from "../records/destructive.ts";

/** An operation that must not be called, because the user excluded it, or did not allow it. */
export class LeftAlone extends Error {
  override readonly name = "LeftAlone";
  readonly operation: VerifiedOperation;
  /** What the user would have to specify. */
  readonly how: string;

  constructor(operation: VerifiedOperation, what: string, how: string) {
    super(what);
    this.operation = operation;
    this.how = how;
  }
}

/** A case that is neither passed nor failed, because a precondition of it could not be met. */
export class Undecided extends LeftAlone {}

/**
 * Returns why an operation must not be called: the user excluded it, or it changes existing data of a service
 * that is not disposable, and the user does not list it.
 *
 * @returns `undefined` if it may be called
 */
export function leftAlone(
  api: VerifiedApi,
  operation: VerifiedOperation,
  isDisposable: boolean,
  { leaveAlone = [], destructive = [] }: Expectations = {},
): LeftAlone | undefined {
  const { id } = operation;
  if (leaveAlone.includes(id))
    return new LeftAlone(operation, `${id} is to be left alone`, "leaveAlone");
  if (isDisposable || destructive.includes(id) || !isDestructive(api, operation)) return undefined;
  const how =
    "name it in destructive of the expectations, or pass --disposable if the server exists only for the test";
  return new LeftAlone(operation, `${id} changes or deletes data`, how);
}

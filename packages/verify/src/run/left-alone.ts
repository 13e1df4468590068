import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Expectations } from "../expectations/expectations.ts";
import { isDestructive } from "../records/destructive.ts";

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

/**
 * Says why an operation must not be called: the user says so, or it changes what is there, on a service that is not there
 * for the test, and the user does not name it.
 *
 * @returns `undefined` where it may be called
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
    "name it in destructive of the expectations, or say that the server is there for the test: --disposable";
  return new LeftAlone(operation, `${id} changes or deletes what is there`, how);
}

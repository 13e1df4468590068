import { isObject } from "./members.ts";

/** What the errors have in common that HTTP itself demands of every operation. */
export interface CommonErrors {
  readonly statuses: readonly number[];
  /** The member of the body that names the kind of error. Left out: `code`. */
  readonly code?: string;
}

/**
 * The kind of error that a body names: in the description's own error schema where it has one for
 * the status, else as problem details do.
 */
export function errorCode(
  common: CommonErrors | undefined,
  status: number,
  body: unknown,
): string | undefined {
  if (!isObject(body)) return undefined;
  const own = common?.code ?? "code";
  const isOwn = common?.statuses.includes(status) === true;
  const members = isOwn ? [own] : ["code", "title", own];
  return members.map((member) => body[member]).find((code) => typeof code === "string");
}

import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import { LeftAlone } from "../../run/left-alone.ts";
import type { ClientCase } from "../client-case.ts";

/** Reports operations that are left out, and why. */
export function* absentCases(
  { operations }: VerifiedApi,
  present: readonly VerifiedOperation[],
  leaveAlone: readonly string[],
): Generator<ClientCase> {
  for (const operation of operations) {
    if (present.includes(operation)) continue;
    const { id } = operation;
    const left = leaveAlone.includes(id)
      ? new LeftAlone(operation, `${id} is to be left alone`, "leaveAlone")
      : new LeftAlone(operation, `the client has no call of ${id}`, "a call in the client's table");
    yield {
      id: `${id}/absent`,
      operations: [operation],
      run: () => Promise.reject(left),
    };
  }
}

import type { Case, CaseContext } from "../../../run/case.ts";
import { verifyKeys } from "./encoded-keys.ts";
import { keyWriters } from "./key-writers.ts";

/** Tests keys that the client chooses and that have to be encoded in a path: 3 requests for a resource that takes them. */
export function* keyCases({ api }: CaseContext): Generator<Case> {
  for (const writer of keyWriters(api))
    yield {
      id: `${writer.read.id}/keys`,
      operations: [writer.read],
      aims: ["2XX"],
      run: (probe) => verifyKeys(probe, writer),
    };
}

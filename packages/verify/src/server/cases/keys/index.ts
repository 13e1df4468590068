import type { Case, CaseContext } from "../../../run/case.ts";
import { verifyKeys } from "./encoded-keys.ts";
import { keyWriters } from "./key-writers.ts";
import { listedKeys, verifyListedKeys } from "./listed-keys.ts";

/**
 * Tests keys that have to be encoded in a path: those that the client chooses, by 3 requests for a resource that takes
 * them, and those that a list shows, by at most 7.
 */
export function* keyCases({ api }: CaseContext): Generator<Case> {
  for (const writer of keyWriters(api))
    yield {
      id: `${writer.read.id}/keys`,
      operations: [writer.read],
      aims: ["2XX"],
      run: (probe) => verifyKeys(probe, writer),
    };
  for (const listed of listedKeys(api)) {
    const { operation } = listed.read;
    yield {
      id: `${operation.id}/keys/listed`,
      operations: [operation],
      aims: ["2XX"],
      run: (probe) => verifyListedKeys(probe, listed),
    };
  }
}

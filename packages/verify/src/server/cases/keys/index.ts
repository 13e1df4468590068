import type { Case, CaseContext } from "../../../run/case.ts";
import { verifyKeys } from "./encoded-keys.ts";
import { keyWriters } from "./key-writers.ts";
import { listedKeys, verifyListedKeys } from "./listed-keys.ts";
import { addressedOperations, verifyPlus } from "./plus-addresses.ts";

/**
 * Tests keys that have to be encoded in a path: those that the client chooses, by 3 requests for a resource that takes
 * them, those that a list shows, by at most 7, and e-mail addresses, by at most 2 of each operation.
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
  for (const addressed of addressedOperations(api))
    yield {
      id: `${addressed.operation.id}/keys/plus`,
      operations: [addressed.operation],
      run: (probe) => verifyPlus(probe, addressed),
    };
}

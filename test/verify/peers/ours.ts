import { join } from "node:path";
import { readDescription } from "openapi-packages/description";
import { verifyServer } from "@openapi-packages/verify";
import type { Library } from "../library/library.ts";

const description = await readDescription(
  join(import.meta.dirname, "..", "library", "openapi.yaml"),
);

/** What `verifyServer` says of a library. */
export async function verifiedFindings(library: Library): Promise<readonly string[]> {
  const { failures } = await verifyServer({
    description,
    server: library,
    credentials: { token: "token-of-ada" },
    otherCredentials: { token: "token-of-ben" },
  });
  return failures.map(({ check, operationId }) => `${check} of ${operationId}`);
}

import { join } from "node:path";
import { readDescription } from "@openapi-packages/compiler";
import { verifyServer, type TestedServer, type VerifyReport } from "@openapi-packages/verify";

const description = await readDescription(join(import.meta.dirname, "openapi.yaml"));

/**
 * Verifies a library, with the tokens of all who may use it.
 *
 * @param operations the operations whose cases are run. Default: all.
 * @param replay the failures that are replayed. Default: all cases are run.
 */
export const verified = (
  server: TestedServer,
  operations?: readonly string[],
  replay?: readonly string[],
): Promise<VerifyReport> =>
  verifyServer({
    description,
    server,
    ...(operations !== undefined && { operations }),
    ...(replay !== undefined && { replay }),
    credentials: { token: "token-of-ada" },
    otherCredentials: { token: "token-of-ben" },
    weakCredentials: { token: "token-without-scopes" },
  });

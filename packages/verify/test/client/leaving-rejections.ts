/** Verifies a client that leaves a rejection behind, and writes the checks that found something. */
import { readDescription } from "@openapi-packages/compiler";
import { verifyClient } from "@openapi-packages/verify";

const [, , path = ""] = process.argv;
const { failures } = await verifyClient({
  description: await readDescription(path),
  operations: ["GetPet"],
  client: async (_, { operation, baseUrl, signal }) => {
    const response = await fetch(`${baseUrl}/pets/1`, { method: operation.method, signal });
    // The caller has nothing of the second promise, which is rejected where the body is not JSON.
    const text = response.text();
    void text.then((given) => JSON.parse(given) as unknown);
    return JSON.parse(await text) as unknown;
  },
});
process.stdout.write(JSON.stringify(failures.map(({ check }) => check)));

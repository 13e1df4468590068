import { createServer, partial } from "@genai-app/server";
import { runs, structure } from "./server-exchanges.ts";

/** Our server. @param body what the GET answers */
export const serverOf = (body: typeof runs) =>
  createServer(
    partial({
      assistantRuns: { listAssistantRuns: () => ({ status: 200, body }) },
      structures: { createStructure: () => ({ status: 201, body: structure }) },
    }),
    // Any token, as the peers do.
    { security: { bearerAuth: ({ token }) => token, apiKey: ({ value }) => value } },
  );

export const server = serverOf(runs);

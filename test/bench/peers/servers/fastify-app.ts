import type { FastifyInstance } from "fastify";
import { report } from "./listen.ts";
import { bodyOf, document, parameters } from "./schemas.ts";
import { runs, structure } from "./server-exchanges.ts";

const { get, parameters: shared } = document.paths["/assistants/{assistant_id}/runs"];
const list = { ...get, parameters: [...shared, ...get.parameters] };
const create = document.paths["/structures"].post;

/** Listens with the two operations that are measured. */
export async function serveFastify(app: FastifyInstance): Promise<void> {
  app.get(
    "/assistants/:assistant_id/runs",
    {
      schema: {
        params: parameters(list, "path"),
        querystring: parameters(list, "query"),
        response: { 200: bodyOf(list.responses["200"]) },
      },
    },
    async () => runs,
  );
  app.post(
    "/structures",
    {
      schema: {
        body: bodyOf(create.requestBody),
        response: { 201: bodyOf(create.responses["201"]) },
      },
    },
    async (_, reply) => reply.code(201).send(structure),
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  report(app.server);
}

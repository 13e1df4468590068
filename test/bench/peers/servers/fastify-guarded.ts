// With the duties that our server has besides: a token is asked for, and answers have the id of their request.
import fastify from "fastify";
import { serveFastify } from "./fastify-app.ts";

const app = fastify({
  genReqId: ({ headers }) => String(headers["x-request-id"] ?? crypto.randomUUID()),
});
app.addHook("onRequest", async (request, reply) => {
  reply.header("x-request-id", request.id);
  if (!/^bearer \S+$/i.test(request.headers.authorization ?? "")) await reply.code(401).send();
});
await serveFastify(app);

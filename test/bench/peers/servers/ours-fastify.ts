import { toFastify } from "@openapi-packages/runtime/server/fastify";
import fastify from "fastify";
import { report } from "./listen.ts";
import { server } from "./ours.ts";

const app = fastify();
app.register(toFastify(server));
await app.listen({ port: 0, host: "127.0.0.1" });
report(app.server);

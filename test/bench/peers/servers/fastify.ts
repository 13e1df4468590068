import fastify from "fastify";
import { serveFastify } from "./fastify-app.ts";

await serveFastify(fastify());

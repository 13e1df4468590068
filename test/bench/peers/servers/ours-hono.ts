import { serve } from "@hono/node-server";
import { toFetch } from "@openapi-packages/runtime/server";
import { Hono } from "hono";
import { report } from "./listen.ts";
import { server } from "./ours.ts";

const answer = toFetch(server);
const app = new Hono();
app.all("*", (context) => answer(context.req.raw));
const listening = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, () =>
  report(listening),
);

// With the duties that our server has besides, by Hono's own middleware.
import { OpenAPIHono } from "@hono/zod-openapi";
import { bearerAuth } from "hono/bearer-auth";
import { bodyLimit } from "hono/body-limit";
import { requestId } from "hono/request-id";
import { serveHono } from "./hono-zod-app.ts";

const app = new OpenAPIHono();
app.use(requestId(), bearerAuth({ verifyToken: () => true }), bodyLimit({ maxSize: 1024 * 1024 }));
serveHono(app);

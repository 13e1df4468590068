import { OpenAPIHono } from "@hono/zod-openapi";
import { serveHono } from "./hono-zod-app.ts";

serveHono(new OpenAPIHono());

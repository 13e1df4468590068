import { serve } from "@hono/node-server";
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { report } from "./listen.ts";
import { runs, structure } from "./server-exchanges.ts";

const uuid = z
  .string()
  .regex(/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/);
const short = z.string().min(1).max(200);
const states = [
  "QUEUED",
  "STARTING",
  "RUNNING",
  "SUCCEEDED",
  "FAILED",
  "ERROR",
  "CANCELLED",
] as const;
const status = z
  .preprocess(
    (value) => (typeof value === "string" ? value.split(",") : value),
    z.array(z.enum(states)),
  )
  .optional();
const number = z.coerce.number().optional();
const push = z.object({ branch: short, tag: short.optional() });
const code = z.union([
  z.strictObject({ github: z.object({ name: short, owner: short, push }) }),
  z.strictObject({ data_lake: z.object({ asset_path: z.string(), bucket_id: uuid }) }),
  z.strictObject({ default: z.strictObject({}) }),
]);
const body = z.object({
  name: short,
  description: short.optional(),
  code: code.optional(),
  env_vars: z
    .array(
      z.object({
        name: z.string(),
        value: z.string(),
        source: z.enum(["secret_ref", "manual"]).optional(),
      }),
    )
    .optional(),
  structure_config_file: short.optional(),
  webhook_enabled: z.boolean().optional(),
});
const answer = (description: string) => ({
  description,
  content: { "application/json": { schema: z.any() } },
});

/** Listens with the two operations that are measured. */
export function serveHono(app: OpenAPIHono): void {
  app.openapi(
    createRoute({
      method: "get",
      path: "/assistants/{assistant_id}/runs",
      request: {
        params: z.object({ assistant_id: z.string() }),
        query: z.object({ page: number, page_size: number, status }),
      },
      responses: { 200: answer("Runs.") },
    }),
    (context) => context.json(runs, 200),
  );
  app.openapi(
    createRoute({
      method: "post",
      path: "/structures",
      request: { body: { required: true, content: { "application/json": { schema: body } } } },
      responses: { 201: answer("A structure.") },
    }),
    (context) => context.json(structure, 201),
  );
  const listening = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, () =>
    report(listening),
  );
}

import { literal } from "../../escape.ts";
import type { EntryParts, Framework } from "./entry-types.ts";

/** The part of an entry that differs by framework. */
export interface FrameworkCode {
  readonly imports: readonly string[];
  /** Statements that make the Node server, which {@link FrameworkCode.nodeServer} names. */
  readonly app: readonly string[];
  readonly nodeServer: string;
  readonly listen: string;
  /** Statements behind the end of the service. */
  readonly closed: readonly string[];
}

/** The code of a framework. */
export function frameworkCode(parts: EntryParts): FrameworkCode {
  return codes[parts.framework](parts);
}

type CodeOf = (parts: EntryParts) => FrameworkCode;

const createHttp = 'import { createServer as createHttpServer } from "node:http";';
const addressInfo = 'import type { AddressInfo } from "node:net";';

const listenHttp = `http.listen(port, host, () => {
  const address = http.address() as AddressInfo;
  console.log(\`listening on http://\${host}:\${address.port}\`);
});`;

/** The status of the health route, and its body. */
const healthStatus = "server.isClosing ? 503 : 200";
const healthBody = '{ status: server.isClosing ? "closing" : "ok" }';

const nodeCode: CodeOf = ({ runtime, health, allowOrigins }) => {
  const isPlain = health === undefined && allowOrigins.length === 0;
  const cors = allowOrigins.length === 0 ? "" : "if (answerPreflight(request, response)) return;\n";
  const route =
    health === undefined
      ? ""
      : `if (request.method === "GET" && request.url === ${literal(health)}) {
  const status = ${healthStatus};
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(${healthBody}));
  return;
}
`;
  return {
    imports: [
      allowOrigins.length === 0
        ? createHttp
        : 'import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";',
      addressInfo,
      `import { configure, nodeServerOptions, toNodeListener } from "${runtime}/server/node";`,
    ],
    app: isPlain
      ? ["const http = createHttpServer(nodeServerOptions, toNodeListener(server));"]
      : [
          ...(allowOrigins.length === 0 ? [] : [nodeCors(allowOrigins)]),
          "const answer = toNodeListener(server);",
          `const http = createHttpServer(nodeServerOptions, (request, response) => {\n${cors}${route}answer(request, response);\n});`,
        ],
    nodeServer: "http",
    listen: listenHttp,
    closed: [],
  };
};

/** The CORS protocol (Fetch Standard, 3.3) without a library. */
const nodeCors = (
  allowOrigins: readonly string[],
): string => `const allowedOrigins = new Set(${literal([...allowOrigins])});

/** Lets pages of the allowed origins read answers; true if the request was a preflight, and is answered. */
function answerPreflight({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader("vary", "Origin");
  if (headers.origin === undefined || !allowedOrigins.has(headers.origin)) return false;
  response.setHeader("access-control-allow-origin", headers.origin);
  response.setHeader("access-control-expose-headers", "*");
  const requested = headers["access-control-request-method"];
  if (method !== "OPTIONS" || requested === undefined) return false;
  response.setHeader("access-control-allow-methods", requested);
  response.setHeader("access-control-allow-headers", headers["access-control-request-headers"] ?? "");
  response.setHeader("access-control-max-age", 600);
  response.writeHead(204).end();
  return true;
}
`;

const honoCode: CodeOf = ({ runtime, health, allowOrigins }) => ({
  imports: [
    createHttp,
    addressInfo,
    'import { getRequestListener } from "@hono/node-server";',
    'import { Hono } from "hono";',
    ...(allowOrigins.length === 0 ? [] : ['import { cors } from "hono/cors";']),
    `import { configure, nodeServerOptions } from "${runtime}/server/node";`,
  ],
  app: [
    "const answer = toFetch(server);",
    "const app = new Hono();",
    ...(allowOrigins.length === 0
      ? []
      : [`app.use(cors({ origin: ${literal([...allowOrigins])}, exposeHeaders: ["*"] }));`]),
    ...(health === undefined
      ? []
      : [
          `app.get(${literal(health)}, (context) => context.json(${healthBody}, ${healthStatus}));`,
        ]),
    'app.all("*", (context) => answer(context.req.raw));',
    "const http = createHttpServer(nodeServerOptions, getRequestListener(app.fetch));",
  ],
  nodeServer: "http",
  listen: listenHttp,
  closed: [],
});

const expressCode: CodeOf = ({ runtime, health, allowOrigins }) => ({
  imports: [
    createHttp,
    addressInfo,
    ...(allowOrigins.length === 0 ? [] : ['import cors from "cors";']),
    'import express from "express";',
    `import { toExpress } from "${runtime}/server/express";`,
    `import { configure, nodeServerOptions } from "${runtime}/server/node";`,
  ],
  app: [
    "const app = express();",
    'app.disable("x-powered-by");',
    ...(allowOrigins.length === 0
      ? []
      : [`app.use(cors({ origin: ${literal([...allowOrigins])}, exposedHeaders: ["*"] }));`]),
    ...(health === undefined
      ? []
      : [
          `app.get(${literal(health)}, (_request, response) => {\nresponse.status(${healthStatus}).json(${healthBody});\n});`,
        ]),
    "app.use(toExpress(server));",
    "const http = createHttpServer(nodeServerOptions, app);",
  ],
  nodeServer: "http",
  listen: listenHttp,
  closed: [],
});

const fastifyCode: CodeOf = ({ runtime, health, allowOrigins }) => ({
  imports: [
    ...(allowOrigins.length === 0 ? [] : ['import cors from "@fastify/cors";']),
    'import { fastify } from "fastify";',
    `import { toFastify } from "${runtime}/server/fastify";`,
    `import { configure, nodeServerOptions } from "${runtime}/server/node";`,
  ],
  app: [
    "const app = fastify({ http: nodeServerOptions });",
    ...(allowOrigins.length === 0
      ? []
      : [`app.register(cors, { origin: ${literal([...allowOrigins])}, exposedHeaders: ["*"] });`]),
    ...(health === undefined
      ? []
      : [
          `app.get(${literal(health)}, (_request, reply) => reply.code(${healthStatus}).send(${healthBody}));`,
        ]),
    "app.register(toFastify(server));",
  ],
  nodeServer: "app.server",
  listen: `app.listen({ port, host }, (error, address) => {
  if (error) throw error;
  console.log(\`listening on \${address}\`);
});`,
  closed: ["await app.close();"],
});

const codes: Readonly<Record<Framework, CodeOf>> = {
  node: nodeCode,
  hono: honoCode,
  fastify: fastifyCode,
  express: expressCode,
};

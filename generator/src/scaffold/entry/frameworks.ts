import { literal } from "@openapi-packages/description/text/escape";
import type { EntryParts, Framework } from "./entry-types.ts";

/** The code of an entry that depends on the framework. */
export interface FrameworkCode {
  readonly imports: readonly string[];
  /** Statements that create the Node server that {@link FrameworkCode.nodeServer} names. */
  readonly app: readonly string[];
  readonly nodeServer: string;
  readonly listen: string;
  /** Statements to run after the service is closed. */
  readonly closed: readonly string[];
}

/** Returns the code for the framework. */
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

/** The status of the health route, followed by its body. */
const healthStatus = "server.isClosing ? 503 : 200";
const healthBody = '{ status: server.isClosing ? "closing" : "ok" }';

const nodeCode: CodeOf = ({ runtime, health }) => ({
  imports: [
    createHttp,
    addressInfo,
    `import { configure, nodeServerOptions, toNodeListener } from "${runtime}/server/node";`,
  ],
  app:
    health === undefined
      ? ["const http = createHttpServer(nodeServerOptions, toNodeListener(server));"]
      : [
          "const answer = toNodeListener(server);",
          `const http = createHttpServer(nodeServerOptions, (request, response) => {
  if (request.method === "GET" && request.url === ${literal(health)}) {
    const status = ${healthStatus};
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(${healthBody}));
    return;
  }
  answer(request, response);
});`,
        ],
  nodeServer: "http",
  listen: listenHttp,
  closed: [],
});

const honoCode: CodeOf = ({ runtime, health }) => ({
  imports: [
    createHttp,
    addressInfo,
    'import { getRequestListener } from "@hono/node-server";',
    'import { Hono } from "hono";',
    `import { configure, nodeServerOptions } from "${runtime}/server/node";`,
  ],
  app: [
    "const answer = toFetch(server);",
    "const app = new Hono();",
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

const expressCode: CodeOf = ({ runtime, health }) => ({
  imports: [
    createHttp,
    addressInfo,
    'import express from "express";',
    `import { toExpress } from "${runtime}/server/express";`,
    `import { configure, nodeServerOptions } from "${runtime}/server/node";`,
  ],
  app: [
    "const app = express();",
    'app.disable("x-powered-by");',
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

const fastifyCode: CodeOf = ({ runtime, health }) => ({
  imports: [
    'import { fastify } from "fastify";',
    `import { toFastify } from "${runtime}/server/fastify";`,
    `import { configure, nodeServerOptions } from "${runtime}/server/node";`,
  ],
  app: [
    "const app = fastify({ http: nodeServerOptions });",
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

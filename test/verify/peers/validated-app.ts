import type { RequestListener } from "node:http";

interface Incoming {
  readonly method: string;
  readonly originalUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Outgoing {
  status(status: number): Outgoing;
  set(name: string, value: string): Outgoing;
  type(type: string): Outgoing;
  json(value: unknown): void;
  send(body: unknown): void;
  end(): void;
}

type Middleware = (...given: never[]) => unknown;

interface Express {
  (): RequestListener & { use(...middleware: readonly unknown[]): void };
  raw(options: object): Middleware;
}

interface Validator {
  middleware(options: object): Middleware;
}

/** An Express app that hands requests on, and checks the answers with express-openapi-validator before it gives them. */
export function validatedApp(
  express: Express,
  validator: Validator,
  apiSpec: string,
  upstream: string,
): RequestListener {
  const app = express();
  app.use(express.raw({ type: () => true }));
  app.use(
    validator.middleware({
      apiSpec,
      validateRequests: false,
      validateSecurity: false,
      validateResponses: true,
    }),
  );
  app.use((request: Incoming, response: Outgoing) => {
    forward(upstream, request, response).catch(() => response.status(502).end());
  });
  app.use((error: Error, _: unknown, response: Outgoing, __: unknown) => {
    const about = /^\/response|response/i.test(error.message) ? error.message : "";
    if (about !== "") response.set("x-violation", encodeURIComponent(about));
    response.status(500).send("");
  });
  return app;
}

const ofConnection = ["connection", "content-length", "host", "transfer-encoding", "expect"];

async function forward(upstream: string, request: Incoming, response: Outgoing): Promise<void> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !ofConnection.includes(name)),
  );
  const body = Buffer.isBuffer(request.body) ? { body: request.body as never } : {};
  const answer = await fetch(upstream + request.originalUrl, {
    method: request.method,
    headers,
    ...body,
  });
  for (const [name, value] of answer.headers)
    if (!ofConnection.includes(name)) response.set(name, value);
  response.status(answer.status);
  const bytes = Buffer.from(await answer.arrayBuffer());
  try {
    response.json(JSON.parse(bytes.toString()));
  } catch {
    response.send(bytes.length === 0 ? "" : bytes);
  }
}

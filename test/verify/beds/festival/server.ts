import express from "express";
import type { ErrorRequestHandler, RequestHandler } from "express";
import { Problem } from "./problems.ts";
import { router } from "./routes.ts";
import { seed } from "./seeds.ts";

const bodyLimit = 65_536;

const uncached: RequestHandler = (_request, response, next) => {
  response.set("Cache-Control", "private, no-cache");
  next();
};

const nowhere: RequestHandler = () => {
  throw new Problem(404, "There is nothing at this path.");
};

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof URIError) return new Problem(404, "There is nothing at this path.");
  const status: unknown = error instanceof Error && "status" in error ? error.status : undefined;
  if (status === 413) return new Problem(413, `A body has at most ${String(bodyLimit)} bytes.`);
  if (status === 415) return new Problem(415, "The body must not be encoded.");
  if (status === 400) return new Problem(400, "The body could not be read.");
  console.error(error);
  return new Problem(500, "The service has failed.");
}

const refuse: ErrorRequestHandler = (error, _request, response, _next) => {
  const { status, message, issues, headers } = problemOf(error);
  response
    .status(status)
    .set(headers)
    .set("Content-Type", "application/problem+json")
    .json({ status, title: message, ...(issues.length > 0 ? { issues } : {}) });
};

seed();

const application = express();
application.disable("etag");
application.disable("x-powered-by");
application.use(uncached);
application.use(express.raw({ type: () => true, limit: bodyLimit, inflate: false }));
application.use(router);
application.use(nowhere);
application.use(refuse);

const server = application.listen(Number(process.env["PORT"] ?? 0), "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  console.log(`listening http://127.0.0.1:${String(port)}`);
});

import fastify from "fastify";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { addCommentRoutes } from "./comments.ts";
import { errorBody, Refusal } from "./errors.ts";
import type { Field } from "./errors.ts";
import { addFileRoutes } from "./files.ts";
import { addGlossaryRoutes } from "./glossary.ts";
import { addJobRoutes } from "./jobs.ts";
import { jsonOf, mediaTypeIn, trimTexts } from "./bodies.ts";
import { methodsAt, noteRoute } from "./methods.ts";
import { addProjectRoutes } from "./projects.ts";
import { addQuoteRoutes } from "./quotes.ts";
import { addSettingsRoutes } from "./settings.ts";
import { customerOf } from "./store.ts";
import { isInstant } from "./times.ts";
import { addTransitionRoutes } from "./transitions.ts";
import { addTranslatorRoutes } from "./translators.ts";

declare module "fastify" {
  interface FastifyRequest {
    customer: string;
  }
  interface FastifyContextConfig {
    accepts?: string;
  }
}

const privately = "private, no-cache";

const app = fastify({
  frameworkErrors: (_error, request, reply) =>
    refuse(new Refusal(404, "There is nothing at this path."), request, reply),
  routerOptions: { maxParamLength: 1000 },
  ajv: {
    customOptions: {
      allErrors: true,
      coerceTypes: false,
      removeAdditional: false,
      useDefaults: false,
      multipleOfPrecision: 6,
      formats: { instant: isInstant },
    },
  },
});

function fieldsOf({ validation = [], validationContext }: FastifyError): Field[] {
  const place = validationContext === "body" ? "" : `${validationContext ?? ""}`;
  return validation.map(({ instancePath, message }) => ({
    path: `${place}${instancePath}` || "/",
    message: message ?? "is invalid",
  }));
}

function refuse(error: FastifyError | Refusal, _request: FastifyRequest, reply: FastifyReply) {
  reply.header("Cache-Control", privately);
  if (error instanceof Refusal) {
    const { status, message, headers, fields } = error;
    return void reply
      .code(status)
      .headers(headers)
      .send(errorBody(status, message, fields));
  }
  const status = error.statusCode ?? 500;
  if (status >= 500) {
    console.error(error);
    return void reply.code(500).send(errorBody(500, "The service has failed."));
  }
  const message = error.validation === undefined ? error.message : "The request is invalid.";
  reply.code(status).send(errorBody(status, message, fieldsOf(error)));
}

app.setErrorHandler(refuse);

app.setNotFoundHandler((request) => {
  const methods = methodsAt(request.url);
  if (methods.length === 0 || methods.includes(request.method))
    throw new Refusal(404, "There is nothing at this path.");
  throw new Refusal(405, `The path has no method ${request.method}.`, {
    headers: { Allow: methods.join(", ") },
  });
});

app.decorateRequest("customer", "");
app.addHook("onRoute", noteRoute);

app.addHook("onRequest", async (request, reply) => {
  reply.header("Cache-Control", privately);
  const customer = customerOf(String(request.headers["x-api-key"] ?? ""));
  if (customer === undefined)
    throw new Refusal(401, "A key of a customer is needed.", {
      headers: { "WWW-Authenticate": 'ApiKey realm="translations"' },
    });
  request.customer = customer;
  if (request.is404 || !["POST", "PUT", "PATCH"].includes(request.method)) return;
  const accepted = request.routeOptions.config.accepts ?? "application/json";
  if (mediaTypeIn(request.headers["content-type"]) !== accepted)
    throw new Refusal(415, `A body of ${accepted} is expected.`);
});

app.addHook("preValidation", async (request) => {
  trimTexts(request.body);
});

app.removeAllContentTypeParsers();
app.addContentTypeParser(
  ["application/json", "application/merge-patch+json"],
  { parseAs: "buffer" },
  jsonOf,
);
app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
  done(null, body);
});

addProjectRoutes(app);
addTransitionRoutes(app);
addJobRoutes(app);
addFileRoutes(app);
addQuoteRoutes(app);
addGlossaryRoutes(app);
addCommentRoutes(app);
addTranslatorRoutes(app);
addSettingsRoutes(app);

const address = await app.listen({ port: Number(process.env["PORT"] ?? 0), host: "127.0.0.1" });
console.log(`listening ${address}`);

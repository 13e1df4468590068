import { createRequire } from "node:module";
import { OpenAPIBackend } from "openapi-backend";
import { listen, readJson } from "./listen.ts";
import { document } from "./schemas.ts";
import { runs, structure } from "./server-exchanges.ts";

const addFormats = createRequire(import.meta.url)("ajv-formats") as (ajv: object) => typeof ajv;

const api = new OpenAPIBackend({
  definition: { ...document, servers: [] },
  quick: true,
  ajvOpts: { strict: false },
  customizeAjv: (ajv) => addFormats(ajv),
  securityHandlers: { bearerAuth: () => true, apiKey: () => true },
  handlers: {
    ListAssistantRuns: () => ({ status: 200, body: runs }),
    CreateStructure: () => ({ status: 201, body: structure }),
    validationFail: ({ validation }) => ({ status: 400, body: { errors: validation.errors } }),
    notFound: () => ({ status: 404, body: {} }),
  },
});
await api.init();

listen(async (request, response) => {
  const { method = "", url = "", headers } = request;
  const [path = "", query = ""] = url.split("?");
  const body = method === "POST" ? await readJson(request) : undefined;
  const answer = await api.handleRequest({
    method,
    path,
    query,
    headers: headers as { [name: string]: string },
    body,
  });
  const text = JSON.stringify(answer.body);
  response
    .writeHead(answer.status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    })
    .end(text);
});

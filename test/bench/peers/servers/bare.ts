// What node:http does without routing, validation and serializers: the limit.
import { runs, structure } from "./server-exchanges.ts";
import { listen, readJson } from "./listen.ts";

const headers = { "content-type": "application/json" };

listen((request, response) => {
  const answer = (status: number, body: unknown): void => {
    const text = JSON.stringify(body);
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) }).end(text);
  };
  if (request.method === "GET") answer(200, runs);
  else void readJson(request).then(() => answer(201, structure));
});

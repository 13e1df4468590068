import { clientOf, parts } from "./client.mjs";

/** The client without a fault. */
export const faultless = clientOf();

const basePathLost = () =>
  clientOf({
    address(baseUrl, path, query) {
      const address = new URL(path, baseUrl);
      address.search = query;
      return address.href;
    },
  });

const pathEncodedTwice = () =>
  clientOf({ segment: (value) => encodeURIComponent(parts.segment(value)) });

const arrayInOneParameter = () =>
  clientOf({
    query: (parameters) =>
      parts.query(
        Object.fromEntries(
          Object.entries(parameters).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join(",") : value,
          ]),
        ),
      ),
  });

const falsyDropped = () =>
  clientOf({
    query: (parameters) =>
      parts.query(Object.fromEntries(Object.entries(parameters).filter(([, value]) => value))),
    stringify: (body) =>
      JSON.stringify(Object.fromEntries(Object.entries(body).filter(([, value]) => value))),
  });

const tokenSharedInFlight = () => {
  let latest;
  return clientOf({
    async headers(input, operation, credentials) {
      latest = credentials;
      // Where a real client would ask for a fresh token.
      await Promise.resolve();
      return parts.headers(input, operation, latest);
    },
  });
};

const inFlightShared = () => {
  const inFlight = new Map();
  return clientOf({
    async fetch(address, init) {
      if (init.method !== "GET") return parts.fetch(address, init);
      const response = inFlight.get(address) ?? parts.fetch(address, init);
      inFlight.set(address, response);
      try {
        return (await response).clone();
      } finally {
        inFlight.delete(address);
      }
    },
  });
};

const ifMatchUnquoted = () =>
  clientOf({
    headers(...call) {
      const headers = parts.headers(...call);
      for (const name of ["If-Match", "If-None-Match"])
        if (headers.has(name)) headers.set(name, headers.get(name).replaceAll('"', ""));
      return headers;
    },
  });

const mergePatchAsJson = () =>
  clientOf({
    headers(...call) {
      const headers = parts.headers(...call);
      if (parts.isJson(headers.get("Content-Type") ?? ""))
        headers.set("Content-Type", "application/json");
      return headers;
    },
  });

const bytesAsText = () =>
  clientOf({
    async body(response, type) {
      const text = await response.text();
      if (parts.isJson(type)) return JSON.parse(text);
      return type === "" ? undefined : text;
    },
  });

const emptyAnswerParsed = () =>
  clientOf({
    body: (response, type) => (type === "" ? response.json() : parts.body(response, type)),
  });

const chunkIsLines = () =>
  clientOf({
    async *lines(stream) {
      const decoder = new TextDecoder();
      for await (const chunk of stream)
        for (const text of decoder.decode(chunk, { stream: true }).split("\n"))
          if (text.trim() !== "") yield JSON.parse(text);
    },
  });

const lastLineLost = () =>
  clientOf({
    async *lines(stream) {
      const decoder = new TextDecoder();
      let rest = "";
      for await (const chunk of stream) {
        const texts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = texts.pop();
        for (const text of texts) if (text.trim() !== "") yield JSON.parse(text);
      }
    },
  });

const exportCollected = () =>
  clientOf({
    async *lines(stream) {
      const all = await Array.fromAsync(parts.lines(stream));
      yield* all;
    },
  });

const refusalsReturned = () => clientOf({ isFailure: ({ status }) => status >= 500 });

const errorMustBeJson = () => clientOf({ errorBody: (text) => JSON.parse(text) });

/** Clients that have one fault each, by its id in `client-faults.json`. */
export const clients = {
  "base-path-lost": basePathLost(),
  "path-encoded-twice": pathEncodedTwice(),
  "array-in-one-parameter": arrayInOneParameter(),
  "falsy-dropped": falsyDropped(),
  "token-shared-in-flight": tokenSharedInFlight(),
  "in-flight-shared": inFlightShared(),
  "if-match-unquoted": ifMatchUnquoted(),
  "merge-patch-as-json": mergePatchAsJson(),
  "bytes-as-text": bytesAsText(),
  "empty-answer-parsed": emptyAnswerParsed(),
  "chunk-is-lines": chunkIsLines(),
  "last-line-lost": lastLineLost(),
  "export-collected": exportCollected(),
  "refusals-returned": refusalsReturned(),
  "error-must-be-json": errorMustBeJson(),
};

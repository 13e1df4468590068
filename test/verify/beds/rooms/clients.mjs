import { clientOf, parts } from "./client.mjs";

/** The client as it should be. */
export const faultless = clientOf();

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const headersShared = () => {
  const headers = new Headers();
  return clientOf({
    headers(...call) {
      for (const [name, value] of parts.headers(...call)) headers.set(name, value);
      return headers;
    },
  });
};

const timesNormalizedInPlace = () =>
  clientOf({
    stringify(body) {
      for (const name of ["start", "end"])
        if (TIME.test(body?.[name])) body[name] = new Date(body[name]).toISOString();
      return JSON.stringify(body);
    },
  });

const pathUnescaped = () => clientOf({ segment: (value) => encodeURI(value) });

const offsetPlusBare = () =>
  clientOf({ parameter: (name, value) => `${name}=${encodeURI([value].flat().join(","))}` });

const listRepeated = () =>
  clientOf({
    parameter: (name, value) =>
      [value]
        .flat()
        .map((item) => `${name}=${encodeURIComponent(item)}`)
        .join("&"),
  });

const ownTimeoutOnly = () =>
  clientOf({
    fetch: (url, init) => parts.fetch(url, { ...init, signal: AbortSignal.timeout(60_000) }),
  });

const notFoundIsNull = () =>
  clientOf({
    async read(response) {
      return response.status === 404 ? null : parts.read.call(this, response);
    },
  });

const timesRevived = () =>
  clientOf({
    parse: (text) =>
      JSON.parse(text, (_, value) =>
        typeof value === "string" && TIME.test(value) ? new Date(value) : value,
      ),
  });

const everythingRetried = () =>
  clientOf({
    async fetch(url, init, left = 2) {
      try {
        const response = await parts.fetch(url, init);
        if (response.status < 500 || left === 0) return response;
      } catch (error) {
        if (init.signal?.aborted || left === 0) throw error;
      }
      return this.fetch(url, init, left - 1);
    },
  });

const redirectFollowed = () =>
  clientOf({ fetch: (url, init) => fetch(url, { ...init, redirect: "follow" }) });

const cachedByPath = () => {
  const kept = new Map();
  return clientOf({
    async fetch(url, init) {
      const [path] = url.split("?");
      const before = kept.get(path);
      if (init.method === "GET" && before !== undefined && before.until > Date.now())
        return before.response.clone();
      const response = await parts.fetch(url, init);
      const type = response.headers.get("Content-Type") ?? "";
      if (init.method === "GET" && response.ok && type.startsWith("application/json"))
        kept.set(path, { response: response.clone(), until: Date.now() + 5000 });
      return response;
    },
  });
};

const problemAsText = () => clientOf({ errorBody: (text) => text });

const chunkIsEvent = () =>
  clientOf({
    async *events(stream) {
      for await (const chunk of stream)
        for (const block of new TextDecoder().decode(chunk).split("\n\n")) {
          const field = (name) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1];
          const data = field("data");
          if (data !== undefined)
            yield { id: field("id") ?? "", event: field("event") ?? "message", data };
        }
    },
  });

const firstKeyKept = () => {
  let kept;
  return clientOf({
    headers(input, operation, credentials) {
      kept ??= credentials;
      return parts.headers(input, operation, kept);
    },
  });
};

const nullDropped = () =>
  clientOf({ stringify: (body) => JSON.stringify(body, (_, value) => value ?? undefined) });

/** Clients with one fault each, by its id in `client-faults.json`. */
export const clients = {
  "headers-shared": headersShared(),
  "times-normalized-in-place": timesNormalizedInPlace(),
  "path-unescaped": pathUnescaped(),
  "offset-plus-bare": offsetPlusBare(),
  "list-repeated": listRepeated(),
  "own-timeout-only": ownTimeoutOnly(),
  "not-found-is-null": notFoundIsNull(),
  "times-revived": timesRevived(),
  "everything-retried": everythingRetried(),
  "redirect-followed": redirectFollowed(),
  "cached-by-path": cachedByPath(),
  "problem-as-text": problemAsText(),
  "chunk-is-event": chunkIsEvent(),
  "first-key-kept": firstKeyKept(),
  "null-dropped": nullDropped(),
};

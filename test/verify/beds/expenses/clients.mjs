import { createClient, steps } from "./client.mjs";

/** The client without a fault. */
export const faultless = createClient();

const changed = (value, change) => {
  if (Array.isArray(value)) return value.map((item) => changed(item, change));
  if (value === null || typeof value !== "object") return change(value);
  const entries = Object.entries(value).map(([name, item]) => [name, changed(item, change)]);
  return Object.fromEntries(entries);
};

const pathNotEncoded = () => createClient({ pathValue: (value) => String(value) });

const queryEncodedAsAddress = () => createClient({ queryValue: (value) => encodeURI(value) });

const textsTrimmed = () =>
  createClient({
    json: (body) =>
      JSON.stringify(changed(body, (value) => (typeof value === "string" ? value.trim() : value))),
  });

const nullsDropped = () =>
  createClient({
    json: (body) => JSON.stringify(body, (_name, value) => value ?? undefined),
  });

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

const inUtc = (value) => {
  const date = typeof value === "string" && MOMENT.test(value) ? new Date(value) : new Date(NaN);
  return Number.isNaN(date.getTime()) ? value : date.toISOString();
};

const momentsSentInUtc = () =>
  createClient({ json: (body) => JSON.stringify(changed(body, inUtc)) });

const multipartWithoutBoundary = () =>
  createClient({
    headers(call) {
      const headers = steps.headers.call(this, call);
      if (call.input.body !== undefined) headers.set("Content-Type", call.type);
      return headers;
    },
  });

const fileNameLost = () =>
  createClient({
    form(parts) {
      const form = new FormData();
      for (const [name, value] of steps.form(parts))
        form.append(name, value instanceof Blob ? new Blob([value], { type: value.type }) : value);
      return form;
    },
  });

const postRepeatedAfterFailure = () =>
  createClient({
    async send(call, init) {
      const attempt = () => steps.send.call(this, call, init);
      const response = await attempt().catch((error) => {
        if (call.signal?.aborted) throw error;
      });
      return response === undefined || response.status >= 500 ? attempt() : response;
    },
  });

const readsCachedBriefly = () => {
  const known = new Map();
  return createClient({
    async send(call, init) {
      if (init.method !== "GET") return steps.send.call(this, call, init);
      const key = JSON.stringify([this.address(call), ...init.headers]);
      const cached = known.get(key);
      if (cached !== undefined && cached.until > Date.now()) return cached.response.clone();
      const response = await steps.send.call(this, call, init);
      if (response.ok) known.set(key, { response: response.clone(), until: Date.now() + 2000 });
      return response;
    },
  });
};

const headerParametersLostOnRead = () =>
  createClient({
    headerParameters: (call) => (call.method === "GET" ? {} : steps.headerParameters(call)),
  });

const headersLeftOver = () => {
  const defaults = {};
  return createClient({
    headerParameters: (call) => Object.assign(defaults, steps.headerParameters(call)),
  });
};

const signalIgnored = () =>
  createClient({
    send(call, init) {
      const { signal: _signal, ...rest } = call;
      return steps.send.call(this, rest, init);
    },
  });

const chunksDecodedSeparately = () =>
  createClient({
    async text(response) {
      let text = "";
      for await (const chunk of response.body) text += new TextDecoder().decode(chunk);
      return text;
    },
  });

const camelCased = (name) => name.replace(/[-_]+(.)/g, (_, letter) => letter.toUpperCase());

const renamed = (value) => {
  if (Array.isArray(value)) return value.map(renamed);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([name, item]) => [camelCased(name), renamed(item)]);
  return Object.fromEntries(entries);
};

const namesCamelCased = () => createClient({ parsed: (text) => renamed(JSON.parse(text)) });

const failedListIsEmpty = () =>
  createClient({
    async run(call) {
      try {
        return await steps.run.call(this, call);
      } catch (error) {
        if (error.status === undefined || !call.id.startsWith("list")) throw error;
        const { page = 1, perPage = 20 } = call.input.query ?? {};
        const empty = { items: [], page, perPage, total: 0 };
        return call.id === "listExpenses" ? { ...empty, totalAmount: 0 } : empty;
      }
    },
  });

/** Clients that have one fault each, by its id in `client-faults.json`. */
export const clients = {
  "path-not-encoded": pathNotEncoded(),
  "query-encoded-as-address": queryEncodedAsAddress(),
  "texts-trimmed": textsTrimmed(),
  "nulls-dropped": nullsDropped(),
  "moments-sent-in-utc": momentsSentInUtc(),
  "multipart-without-boundary": multipartWithoutBoundary(),
  "file-name-lost": fileNameLost(),
  "post-repeated-after-failure": postRepeatedAfterFailure(),
  "reads-cached-briefly": readsCachedBriefly(),
  "header-parameters-lost-on-read": headerParametersLostOnRead(),
  "headers-left-over": headersLeftOver(),
  "signal-ignored": signalIgnored(),
  "chunks-decoded-separately": chunksDecodedSeparately(),
  "names-camel-cased": namesCamelCased(),
  "failed-list-is-empty": failedListIsEmpty(),
};

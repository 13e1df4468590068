import { HiveLogClient, names } from "./client.mjs";

/** Calls by operation of clients of a class: one client for each service and account, as applications have them. */
function callsOf(Client) {
  const open = new Map();
  const clientFor = (baseUrl, account) => {
    const key = JSON.stringify([baseUrl, account]);
    if (!open.has(key)) open.set(key, new Client(baseUrl, account));
    return open.get(key);
  };
  const calls = names.map((name) => [
    name,
    async (input, { baseUrl, signal, credentials }) =>
      clientFor(baseUrl, credentials).call(name, input, signal),
  ]);
  return Object.fromEntries(calls);
}

/** The client as it should be. */
export const faultless = callsOf(HiveLogClient);

class BasePathLost extends HiveLogClient {
  url(path) {
    return new URL(path, this.baseUrl).href;
  }
}

class QueryUnencoded extends HiveLogClient {
  search(values) {
    const pairs = this.pairs(values).map((pair) => pair.join("="));
    return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  }
}

class FalseLeftOut extends HiveLogClient {
  pairs(values) {
    return super.pairs(Object.fromEntries(Object.entries(values).filter(([, value]) => value)));
  }
}

class NullsRemoved extends HiveLogClient {
  encode(body, type) {
    if (!type.endsWith("json")) return body;
    return JSON.stringify(body, (_, value) => value ?? undefined);
  }
}

class PatchAsJson extends HiveLogClient {
  request(name, input) {
    const request = super.request(name, input);
    if (name === "updateHive") request.headers.set("Content-Type", "application/json");
    return request;
  }
}

class LostConnectionRetried extends HiveLogClient {
  async send(request, signal) {
    for (let left = 2; ; left--)
      try {
        return await super.send(request, signal);
      } catch (error) {
        if (signal?.aborted || left === 0) throw error;
      }
  }
}

class CallHeadersReplace extends HiveLogClient {
  headers(given) {
    const values = Object.entries(given).filter(([, value]) => value !== undefined);
    return values.length === 0 ? super.headers({}) : new Headers(values);
  }
}

class DatesRevived extends HiveLogClient {
  parse(text) {
    return JSON.parse(text, (_, value) =>
      typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value) ? new Date(value) : value,
    );
  }
}

class RefusalMustBeJson extends HiveLogClient {
  async refusal(response) {
    return response.json();
  }
}

class EmptyCreationParsed extends HiveLogClient {
  async body(response) {
    return response.status === 201 ? response.json() : super.body(response);
  }
}

class PhotoAsText extends HiveLogClient {
  async body(response) {
    const body = await super.body(response);
    if (!(body instanceof Uint8Array)) return body;
    return new TextEncoder().encode(new TextDecoder().decode(body));
  }
}

class AbortTooLate extends HiveLogClient {
  async send(request, signal) {
    signal?.throwIfAborted();
    return super.send(request);
  }
}

let firstToken;

class TokenOfFirst extends HiveLogClient {
  token() {
    firstToken ??= super.token();
    return firstToken;
  }
}

class CursorAlone extends HiveLogClient {
  pairs(values) {
    const { cursor } = values;
    return super.pairs(cursor === undefined ? values : { cursor });
  }
}

const underWay = new Map();

class SameReadsJoined extends HiveLogClient {
  async send(request, signal) {
    const { method, url } = request;
    if (method !== "GET") return super.send(request, signal);
    if (!underWay.has(url)) {
      const sent = super.send(request, signal);
      underWay.set(
        url,
        sent.finally(() => underWay.delete(url)),
      );
    }
    const response = await underWay.get(url);
    return response.clone();
  }
}

/** Clients with one fault each, by its id in `client-faults.json`. */
export const clients = {
  "base-path-lost": callsOf(BasePathLost),
  "query-unencoded": callsOf(QueryUnencoded),
  "false-left-out": callsOf(FalseLeftOut),
  "nulls-removed": callsOf(NullsRemoved),
  "patch-as-json": callsOf(PatchAsJson),
  "lost-connection-retried": callsOf(LostConnectionRetried),
  "call-headers-replace": callsOf(CallHeadersReplace),
  "dates-revived": callsOf(DatesRevived),
  "refusal-must-be-json": callsOf(RefusalMustBeJson),
  "empty-creation-parsed": callsOf(EmptyCreationParsed),
  "photo-as-text": callsOf(PhotoAsText),
  "abort-too-late": callsOf(AbortTooLate),
  "token-of-first": callsOf(TokenOfFirst),
  "cursor-alone": callsOf(CursorAlone),
  "same-reads-joined": callsOf(SameReadsJoined),
};

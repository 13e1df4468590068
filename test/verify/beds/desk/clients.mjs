import { DeskClient, DeskError, names } from "./client.mjs";

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
    async (input, { baseUrl, signal, credentials }) => {
      const answer = await clientFor(baseUrl, credentials).call(name, input, signal);
      return answer?.body;
    },
  ]);
  return Object.fromEntries(calls);
}

/** The client as it should be. */
export const faultless = callsOf(DeskClient);

class KeyAsItIs extends DeskClient {
  segment(value) {
    return String(value);
  }
}

class SpaceAsPlus extends DeskClient {
  segment(value) {
    return super.segment(value).replaceAll("%20", "+");
  }
}

class StatesJoined extends DeskClient {
  search(values) {
    return super.search({
      ...values,
      ...(values.state && { state: [values.state].flat().join() }),
    });
  }
}

class StatesInBrackets extends DeskClient {
  search(values) {
    const named = Object.entries(values).map(([name, value]) => [
      Array.isArray(value) ? `${name}[]` : name,
      value,
    ]);
    return super.search(Object.fromEntries(named));
  }
}

class EmptyBodyUnsent extends DeskClient {
  request(name, input) {
    const { body } = input;
    const isEmpty = typeof body === "object" && body !== null && Object.keys(body).length === 0;
    return super.request(name, isEmpty ? { ...input, body: undefined } : input);
  }
}

class DeletionParsed extends DeskClient {
  async body(response, type) {
    return response.status === 204 ? response.json() : super.body(response, type);
  }
}

class UnavailableRetried extends DeskClient {
  async send(request, signal) {
    for (let left = 2; ; left--) {
      const response = await super.send(request, signal);
      if (response.status < 500 || left === 0) return response;
      await response.arrayBuffer();
    }
  }
}

class KeyFollowsRedirects extends DeskClient {
  async send({ url, ...request }, signal) {
    return fetch(url, { ...request, signal });
  }
}

class LabelsSorted extends DeskClient {
  encode(body, type) {
    body.labels?.sort();
    return super.encode(body, type);
  }
}

class AbortSwallowed extends DeskClient {
  async call(name, input, signal) {
    try {
      return await super.call(name, input, signal);
    } catch (error) {
      if (error.name === "AbortError") return undefined;
      throw error;
    }
  }
}

const defaults = { Accept: "*/*" };

class DefaultsOverwritten extends DeskClient {
  headers(given) {
    const values = Object.entries(given).filter(([, value]) => value !== undefined);
    return Object.assign(defaults, this.authorization(), Object.fromEntries(values));
  }
}

class OffsetCutOff extends DeskClient {
  search(values) {
    const { created_after: time } = values;
    return super.search({ ...values, ...(time && { created_after: time.slice(0, 19) }) });
  }
}

class StatusHidden extends DeskClient {
  async call(...call) {
    try {
      return await super.call(...call);
    } catch (error) {
      throw error instanceof DeskError ? new Error("The request failed") : error;
    }
  }
}

class NotModifiedThrown extends DeskClient {
  async receive(response) {
    if (response.status === 304) throw new DeskError(304, response.headers);
    return super.receive(response);
  }
}

class TypeForgotten extends DeskClient {
  request(name, input) {
    const request = super.request(name, input);
    delete request.headers["Content-Type"];
    return request;
  }
}

class UploadAsText extends DeskClient {
  async send(request, signal) {
    const { body } = request;
    const text = body === undefined ? undefined : await new Response(body).text();
    return super.send({ ...request, body: text }, signal);
  }
}

const kept = new Map();

class AnswersKept extends DeskClient {
  async send(request, signal) {
    if (request.method !== "GET") return super.send(request, signal);
    const response = kept.get(request.url) ?? (await super.send(request, signal));
    if (response.ok) kept.set(request.url, response.clone());
    return response;
  }
}

class TagsQuoted extends DeskClient {
  headers(given) {
    const headers = super.headers(given);
    for (const name of ["If-Match", "If-None-Match"])
      if (headers[name] !== undefined && !headers[name].startsWith('"'))
        headers[name] = `"${headers[name]}"`;
    return headers;
  }
}

class AbortUntilHeaders extends DeskClient {
  async send(request, signal) {
    const controller = new AbortController();
    const abort = () => controller.abort(signal.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
    try {
      return await super.send(request, controller.signal);
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }
}

class LastRequestShared extends DeskClient {
  request(name, input) {
    this.latest = name;
    return super.request(name, input);
  }

  async body(response, type) {
    if (response.status === 204 || response.status === 304) return undefined;
    if (this.latest === "export_tickets") return response.text();
    if (this.latest === "download_attachment") return new Uint8Array(await response.arrayBuffer());
    return super.body(response, type);
  }
}

class ExportByChunk extends DeskClient {
  async body(response, type) {
    if (type !== "application/x-ndjson") return super.body(response, type);
    let text = "";
    for await (const chunk of response.body) text += new TextDecoder().decode(chunk);
    return text;
  }
}

class PatchInLowerCase extends DeskClient {
  request(name, input) {
    const request = super.request(name, input);
    return { ...request, method: request.method.toLowerCase() };
  }
}

class CharsetUnknown extends DeskClient {
  async body(response, type) {
    if (response.headers.get("Content-Type")?.includes(";")) return response.text();
    return super.body(response, type);
  }
}

class CreatedIsNoSuccess extends DeskClient {
  async receive(response) {
    if (response.status === 201) throw new DeskError(201, response.headers, await response.json());
    return super.receive(response);
  }
}

class FirstSignalKept extends DeskClient {
  async send(request, signal) {
    this.signal ??= signal;
    return super.send(request, this.signal);
  }
}

class PasswordUntilColon extends DeskClient {
  authorization() {
    const { basic_auth: basic } = this.account;
    if (basic === undefined) return super.authorization();
    const text = typeof basic === "string" ? basic : `${basic.username}:${basic.password}`;
    const [user, password] = text.split(":");
    return { Authorization: `Basic ${btoa(`${user}:${password}`)}` };
  }
}

class TextsTrimmed extends DeskClient {
  encode(body, type) {
    if (!type.endsWith("json")) return body;
    return JSON.stringify(body, (_, value) => (typeof value === "string" ? value.trim() : value));
  }
}

class DatesByLocalZone extends DeskClient {
  async body(response, type) {
    const body = await super.body(response, type);
    if (typeof body?.due_on !== "string") return body;
    const day = new Date(body.due_on);
    const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
    return { ...body, due_on: parts.map((part) => String(part).padStart(2, "0")).join("-") };
  }
}

/** Clients with one fault each, by its id in `client-faults.json`. */
export const clients = {
  "key-as-it-is": callsOf(KeyAsItIs),
  "space-as-plus": callsOf(SpaceAsPlus),
  "states-joined": callsOf(StatesJoined),
  "states-in-brackets": callsOf(StatesInBrackets),
  "empty-body-unsent": callsOf(EmptyBodyUnsent),
  "deletion-parsed": callsOf(DeletionParsed),
  "unavailable-retried": callsOf(UnavailableRetried),
  "key-follows-redirects": callsOf(KeyFollowsRedirects),
  "labels-sorted": callsOf(LabelsSorted),
  "abort-swallowed": callsOf(AbortSwallowed),
  "defaults-overwritten": callsOf(DefaultsOverwritten),
  "offset-cut-off": callsOf(OffsetCutOff),
  "status-hidden": callsOf(StatusHidden),
  "not-modified-thrown": callsOf(NotModifiedThrown),
  "type-forgotten": callsOf(TypeForgotten),
  "upload-as-text": callsOf(UploadAsText),
  "answers-kept": callsOf(AnswersKept),
  "tags-quoted": callsOf(TagsQuoted),
  "abort-until-headers": callsOf(AbortUntilHeaders),
  "last-request-shared": callsOf(LastRequestShared),
  "export-by-chunk": callsOf(ExportByChunk),
  "patch-in-lower-case": callsOf(PatchInLowerCase),
  "charset-unknown": callsOf(CharsetUnknown),
  "created-is-no-success": callsOf(CreatedIsNoSuccess),
  "first-signal-kept": callsOf(FirstSignalKept),
  "password-until-colon": callsOf(PasswordUntilColon),
  "texts-trimmed": callsOf(TextsTrimmed),
  "dates-by-local-zone": callsOf(DatesByLocalZone),
};

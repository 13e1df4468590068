import { Nursery, NurseryError, operations } from "./client.mjs";

/** A table of calls by operationId, with a client for each service and user. */
function tableOf(Client, nameOf = (baseUrl, key) => `${baseUrl} ${key ?? ""}`) {
  const made = new Map();
  const use = (baseUrl, key) => {
    const name = nameOf(baseUrl, key);
    const client = made.get(name) ?? new Client(baseUrl, key);
    made.set(name, client);
    return client;
  };
  const table = {};
  for (const operationId of Object.keys(operations))
    table[operationId] = (input, { baseUrl, signal, credentials }) =>
      use(baseUrl, credentials?.nurseryKey).call(operationId, input, signal);
  return table;
}

export const faultless = tableOf(Nursery);

class FalsyQueryDropped extends Nursery {
  isSent(value) {
    return Boolean(value);
  }
}

class NullsLeftOut extends Nursery {
  json(body) {
    return JSON.stringify(body, (_, value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
    });
  }
}

class ReservedCharactersKept extends Nursery {
  segment(text) {
    return encodeURI(text);
  }
}

class WholeBufferUploaded extends Nursery {
  bytes(body) {
    return body.buffer ?? body;
  }
}

class NotFoundAsNothing extends Nursery {
  async refuse(response) {
    if (response.status !== 404) return super.refuse(response);
    await response.arrayBuffer();
    return undefined;
  }
}

class LostConnectionRepeated extends Nursery {
  async fetch(url, request) {
    try {
      return await super.fetch(url, request);
    } catch (error) {
      if (request.signal?.aborted) throw error;
      return super.fetch(url, request);
    }
  }
}

class LineEndsChanged extends Nursery {
  csv(text) {
    return text.replaceAll("\r\n", "\n");
  }
}

class SignalIgnored extends Nursery {
  fetch(url, { signal, ...request }) {
    return super.fetch(url, request);
  }
}

class IdempotencyKeyRenewed extends Nursery {
  prepare(operationId, input) {
    const request = super.prepare(operationId, input);
    if (operationId === "addWatering") request.headers.set("Idempotency-Key", crypto.randomUUID());
    return request;
  }
}

const timeText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

class TimeTextsRevived extends Nursery {
  parse(text) {
    return JSON.parse(text, (_, value) =>
      typeof value === "string" && timeText.test(value) ? new Date(value) : value,
    );
  }
}

class InputConsumed extends Nursery {
  urlOf(operationId, input) {
    const url = super.urlOf(operationId, input);
    for (const name of Object.keys(input.path ?? {})) delete input.path[name];
    return url;
  }
}

class EqualCallsMerged extends Nursery {
  pending = new Map();

  call(operationId, input, signal) {
    const name = JSON.stringify([operationId, input]);
    const running = this.pending.get(name);
    if (running !== undefined) return running;
    const call = super.call(operationId, input, signal).finally(() => this.pending.delete(name));
    this.pending.set(name, call);
    return call;
  }
}

class PhotoAlwaysJpeg extends Nursery {
  typeOf(type) {
    return type?.startsWith("image/") ? "image/jpeg" : super.typeOf(type);
  }
}

class RefusalParsedBlindly extends Nursery {
  async refuse(response) {
    const body = await response.json();
    throw new NurseryError(response.status, response.headers, body);
  }
}

/** Each client has the one fault that `client-faults.json` tells of. */
export const clients = {
  "falsy-query-dropped": tableOf(FalsyQueryDropped),
  "nulls-left-out": tableOf(NullsLeftOut),
  "reserved-characters-kept": tableOf(ReservedCharactersKept),
  "key-of-first-user": tableOf(Nursery, (baseUrl) => baseUrl),
  "whole-buffer-uploaded": tableOf(WholeBufferUploaded),
  "not-found-as-nothing": tableOf(NotFoundAsNothing),
  "lost-connection-repeated": tableOf(LostConnectionRepeated),
  "line-ends-changed": tableOf(LineEndsChanged),
  "signal-ignored": tableOf(SignalIgnored),
  "idempotency-key-renewed": tableOf(IdempotencyKeyRenewed),
  "time-texts-revived": tableOf(TimeTextsRevived),
  "input-consumed": tableOf(InputConsumed),
  "equal-calls-merged": tableOf(EqualCallsMerged),
  "photo-always-jpeg": tableOf(PhotoAlwaysJpeg),
  "refusal-parsed-blindly": tableOf(RefusalParsedBlindly),
};

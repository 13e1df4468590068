const json = "application/json";

/** Method, path and media type of the body of each operation. */
export const operations = {
  listGreenhouses: { method: "GET", path: "/greenhouses" },
  getThermostat: { method: "GET", path: "/greenhouses/{greenhouseId}/thermostat" },
  putThermostat: { method: "PUT", path: "/greenhouses/{greenhouseId}/thermostat", sends: json },
  getSpecies: { method: "GET", path: "/species/{code}" },
  putSpecies: { method: "PUT", path: "/species/{code}", sends: json },
  listPlants: { method: "GET", path: "/plants" },
  createPlant: { method: "POST", path: "/plants", sends: json },
  getPlant: { method: "GET", path: "/plants/{plantId}" },
  updatePlant: { method: "PATCH", path: "/plants/{plantId}", sends: json },
  deletePlant: { method: "DELETE", path: "/plants/{plantId}" },
  listWaterings: { method: "GET", path: "/plants/{plantId}/waterings" },
  addWatering: { method: "POST", path: "/plants/{plantId}/waterings", sends: json },
  getPhoto: { method: "GET", path: "/plants/{plantId}/photos/{fileName}" },
  putPhoto: { method: "PUT", path: "/plants/{plantId}/photos/{fileName}", sends: "image/png" },
  exportPlants: { method: "GET", path: "/exports/plants" },
  createWorkOrder: { method: "POST", path: "/work-orders", sends: json },
  getWorkOrder: { method: "GET", path: "/work-orders/{workOrderId}" },
  transitionWorkOrder: {
    method: "POST",
    path: "/work-orders/{workOrderId}/transitions",
    sends: json,
  },
  listWatched: { method: "GET", path: "/me/watch-list" },
  watchPlant: { method: "PUT", path: "/me/watch-list/{plantId}" },
  unwatchPlant: { method: "DELETE", path: "/me/watch-list/{plantId}" },
};

/** The service did not do what it was asked for. */
export class NurseryError extends Error {
  constructor(status, headers, body) {
    super(
      typeof body?.message === "string" ? body.message : `The nursery answered with ${status}.`,
    );
    this.name = "NurseryError";
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

function isPresent(value) {
  return value !== undefined && value !== null;
}

function textOf(value) {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** A client of the nursery with the API key of one user. */
export class Nursery {
  constructor(baseUrl, key) {
    this.baseUrl = baseUrl.replace(/\/$/, "");
    this.key = key;
  }

  /** Calls an operation; the answer is its body, and a NurseryError is thrown for whatever is no success. */
  async call(operationId, input = {}, signal = undefined) {
    const request = this.prepare(operationId, input);
    const response = await this.fetch(this.urlOf(operationId, input), { ...request, signal });
    if (response.ok) return this.read(response);
    if (response.status === 304) return undefined;
    return this.refuse(response);
  }

  prepare(operationId, { header = {}, body, contentType }) {
    const { method, sends } = operations[operationId];
    const headers = new Headers({ Accept: "*/*" });
    if (isPresent(this.key)) headers.set("X-Nursery-Key", this.key);
    for (const [name, value] of Object.entries(header))
      if (isPresent(value)) headers.set(name, textOf(value));
    if (body === undefined) return { method, headers };
    const type = this.typeOf(contentType ?? sends);
    headers.set("Content-Type", type);
    return {
      method,
      headers,
      body: type.startsWith("image/") ? this.bytes(body) : this.json(body),
    };
  }

  urlOf(operationId, { path = {}, query = {} }) {
    const filled = operations[operationId].path.replace(/\{(\w+)\}/g, (_, name) => {
      const segment = this.segment(String(path[name] ?? ""));
      if (/^\.{0,2}$/.test(segment)) throw new TypeError(`${name} cannot be “${segment}”.`);
      return segment;
    });
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      for (const each of [value].flat())
        if (this.isSent(each)) parameters.append(name, textOf(each));
    return `${this.baseUrl}${filled}${parameters.size > 0 ? "?" : ""}${parameters}`;
  }

  segment(text) {
    return encodeURIComponent(text);
  }

  isSent(value) {
    return isPresent(value);
  }

  typeOf(type) {
    return type ?? json;
  }

  json(body) {
    return JSON.stringify(body);
  }

  bytes(body) {
    return body;
  }

  /** A redirect is an answer like any other: the key must not go elsewhere. */
  fetch(url, request) {
    return fetch(url, { redirect: "manual", ...request });
  }

  async read(response) {
    const type = response.headers.get("Content-Type") ?? "";
    if (response.status === 204) return undefined;
    if (/^application\/json\b/i.test(type)) return this.parse(await response.text());
    if (/^text\/csv\b/i.test(type)) return this.csv(await response.text());
    if (/^image\//i.test(type)) return new Uint8Array(await response.arrayBuffer());
    throw new NurseryError(response.status, response.headers, await response.text());
  }

  parse(text) {
    return JSON.parse(text);
  }

  csv(text) {
    return text;
  }

  async refuse(response) {
    throw new NurseryError(response.status, response.headers, this.reason(await response.text()));
  }

  /** Proxies between here and the service do not answer in JSON. */
  reason(text) {
    try {
      return JSON.parse(text);
    } catch {
      return text === "" ? undefined : text;
    }
  }
}

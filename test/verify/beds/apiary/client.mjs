const json = "application/json";

/** The method and path of each operation, and the media type of its body unless the caller names another. */
const operations = {
  listApiaries: ["GET", "/apiaries"],
  createApiary: ["POST", "/apiaries", json],
  getApiary: ["GET", "/apiaries/{apiaryId}"],
  replaceApiary: ["PUT", "/apiaries/{apiaryId}", json],
  deleteApiary: ["DELETE", "/apiaries/{apiaryId}"],
  createHive: ["POST", "/apiaries/{apiaryId}/hives", json],
  listHives: ["GET", "/hives"],
  getHive: ["GET", "/hives/{hiveId}"],
  updateHive: ["PATCH", "/hives/{hiveId}", "application/merge-patch+json"],
  moveHive: ["POST", "/hives/{hiveId}/move", json],
  transitionHive: ["POST", "/hives/{hiveId}/transitions", json],
  listInspections: ["GET", "/hives/{hiveId}/inspections"],
  addInspection: ["POST", "/hives/{hiveId}/inspections", json],
  deleteInspection: ["DELETE", "/hives/{hiveId}/inspections/{inspectionId}"],
  getPhoto: ["GET", "/hives/{hiveId}/photo"],
  putPhoto: ["PUT", "/hives/{hiveId}/photo", "image/jpeg"],
  listHarvests: ["GET", "/harvests"],
  recordHarvest: ["POST", "/harvests", json],
  getHarvest: ["GET", "/harvests/{harvestId}"],
  bottleHarvest: ["POST", "/harvests/{harvestId}/bottle", json],
  getHarvestSummary: ["GET", "/harvest-summary"],
};

/** The names of all operations. */
export const names = Object.keys(operations);

/** A refusal of the service, or an answer that it cannot have written: `body` is a text if it was no JSON. */
export class HiveLogError extends Error {
  constructor(status, headers, body) {
    super(body?.error?.message ?? `HTTP ${status}`);
    this.name = "HiveLogError";
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

const isJson = (type) => type === json || type.endsWith("+json");

const typeOf = ({ headers }) =>
  (headers.get("Content-Type") ?? "").split(";")[0].trim().toLowerCase();

/** A client for one keeper of the hive log: every step of a call is a method, which others may override. */
export class HiveLogClient {
  constructor(baseUrl, account = {}) {
    this.baseUrl = baseUrl.replace(/\/+$/, "");
    this.account = account;
  }

  /** Calls an operation and returns the body of its answer, or undefined if that has none. */
  async call(name, input = {}, signal) {
    const response = await this.send(this.request(name, input), signal);
    if (response.ok || response.status === 304) return this.body(response);
    throw new HiveLogError(response.status, response.headers, await this.refusal(response));
  }

  request(name, { path = {}, query = {}, header = {}, body, contentType }) {
    const [method, template, usualType] = operations[name];
    const headers = this.headers(header);
    const url = this.url(this.path(template, path)) + this.search(query);
    if (body === undefined) return { method, url, headers };
    const type = contentType ?? usualType;
    headers.set("Content-Type", type);
    return { method, url, headers, body: this.encode(body, type) };
  }

  url(path) {
    return this.baseUrl + path;
  }

  path(template, values) {
    return template.replaceAll(/\{(\w+)\}/g, (_, name) => {
      const segment = encodeURIComponent(values[name] ?? "");
      if (/^\.{0,2}$/.test(segment)) throw new TypeError(`${name} cannot be “${segment}”.`);
      return segment;
    });
  }

  /** The query in pairs of names and texts: one for each item of an array, and none for what is undefined. */
  pairs(values) {
    return Object.entries(values).flatMap(([name, value]) =>
      [value]
        .flat()
        .filter((item) => item !== undefined && item !== null)
        .map((item) => [name, item instanceof Date ? item.toISOString() : String(item)]),
    );
  }

  search(values) {
    const pairs = this.pairs(values);
    return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
  }

  headers(given) {
    const headers = new Headers({ Accept: "*/*" });
    const token = this.token();
    if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
    for (const [name, value] of Object.entries(given))
      if (value !== undefined && value !== null) headers.set(name, String(value));
    return headers;
  }

  token() {
    return this.account.keeperToken;
  }

  encode(body, type) {
    return isJson(type) ? JSON.stringify(body) : body;
  }

  /** Redirects are not followed: the service has none, and the token is for its origin alone. */
  async send({ url, ...request }, signal) {
    return fetch(url, { ...request, redirect: "manual", signal });
  }

  async body(response) {
    const type = typeOf(response);
    if (isJson(type)) return this.parse(await response.text());
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (type.startsWith("image/")) return bytes;
    if (bytes.length === 0) return undefined;
    throw new HiveLogError(response.status, response.headers, new TextDecoder().decode(bytes));
  }

  parse(text) {
    return JSON.parse(text);
  }

  async refusal(response) {
    const text = await response.text();
    if (!isJson(typeOf(response))) return text;
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
}

/** What the description says of each operation: method, path, and the media type of a body unless the caller names another. */
const operations = {
  list_tickets: ["GET", "/tickets"],
  create_ticket: ["POST", "/tickets", "application/json"],
  export_tickets: ["GET", "/tickets/export"],
  get_ticket: ["GET", "/tickets/{ticket_id}"],
  update_ticket: ["PATCH", "/tickets/{ticket_id}", "application/json"],
  delete_ticket: ["DELETE", "/tickets/{ticket_id}"],
  transition_ticket: ["POST", "/tickets/{ticket_id}/transitions", "application/json"],
  get_assignment: ["GET", "/tickets/{ticket_id}/assignment"],
  put_assignment: ["PUT", "/tickets/{ticket_id}/assignment", "application/json"],
  list_comments: ["GET", "/tickets/{ticket_id}/comments"],
  add_comment: ["POST", "/tickets/{ticket_id}/comments", "application/json"],
  upload_attachment: ["POST", "/tickets/{ticket_id}/attachments", "application/octet-stream"],
  download_attachment: ["GET", "/attachments/{attachment_id}"],
  get_label: ["GET", "/labels/{name}"],
  put_label: ["PUT", "/labels/{name}", "application/json"],
  get_article: ["GET", "/articles/{slug}"],
  put_article: ["PUT", "/articles/{slug}", "application/json"],
  list_customers: ["GET", "/customers"],
  create_customer: ["POST", "/customers", "application/json"],
  create_search: ["POST", "/searches", "application/json"],
  get_settings: ["GET", "/settings"],
  update_settings: ["PATCH", "/settings", "application/merge-patch+json"],
};

/** The names of all operations. */
export const names = Object.keys(operations);

/** Everything that the service refuses. */
export class DeskError extends Error {
  constructor(status, headers, body) {
    super(body?.detail ?? `HTTP ${status}`);
    this.name = "DeskError";
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** An answer that cannot be what the service wrote, such as a page of a proxy. */
export class UnexpectedAnswer extends Error {
  constructor(status, type) {
    super(`Unexpected ${type || "answer without a type"} with ${status}`);
    this.status = status;
  }
}

const bytesOf = /^(application\/octet-stream|application\/pdf|image\/)/;

/** A client for one account of the help desk: every step of a call is a method, which others may override. */
export class DeskClient {
  constructor(baseUrl, account = {}) {
    this.baseUrl = baseUrl.replace(/\/+$/, "");
    this.account = account;
  }

  /** Calls an operation and returns status, headers and body of its answer. */
  async call(name, input = {}, signal) {
    const request = this.request(name, input);
    const response = await this.send(request, signal);
    return this.receive(response, request);
  }

  request(name, input) {
    const [method, template, type] = operations[name];
    const headers = this.headers(input.header ?? {});
    const { contentType = type } = input;
    if (input.body !== undefined) headers["Content-Type"] = contentType;
    return {
      method,
      headers,
      url: this.baseUrl + this.path(template, input.path ?? {}) + this.search(input.query ?? {}),
      body: input.body === undefined ? undefined : this.encode(input.body, contentType),
    };
  }

  path(template, values) {
    return template.replaceAll(/\{(\w+)\}/g, (_, name) => this.segment(values[name]));
  }

  segment(value) {
    const text = encodeURIComponent(value ?? "");
    if (text === "" || text === "." || text === "..")
      throw new TypeError(`A path cannot have the segment “${text}”.`);
    return text;
  }

  search(values) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(values))
      for (const item of Array.isArray(value) ? value : [value])
        if (item !== undefined && item !== null) search.append(name, this.text(item));
    const text = search.toString();
    return text === "" ? "" : `?${text}`;
  }

  text(value) {
    return value instanceof Date ? value.toISOString() : String(value);
  }

  headers(given) {
    const headers = { Accept: "*/*", ...this.authorization() };
    for (const [name, value] of Object.entries(given))
      if (value !== undefined && value !== null) headers[name] = this.text(value);
    return headers;
  }

  authorization() {
    const { api_key: key, basic_auth: basic } = this.account;
    if (key !== undefined) return { "X-Api-Key": key };
    if (basic === undefined) return {};
    const pair = typeof basic === "string" ? basic : `${basic.username}:${basic.password}`;
    return { Authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
  }

  encode(body, type) {
    return type.endsWith("json") ? JSON.stringify(body) : body;
  }

  /** Redirects are not followed: the service has none, and the account is for its origin alone. */
  async send({ url, ...request }, signal) {
    return fetch(url, { ...request, redirect: "manual", signal });
  }

  async receive(response) {
    const { status, headers } = response;
    const type = (headers.get("Content-Type") ?? "").split(";")[0].trim().toLowerCase();
    if (status >= 300 && status !== 304)
      throw new DeskError(status, headers, await this.problem(response, type));
    return { status, headers, body: await this.body(response, type) };
  }

  async problem(response, type) {
    const text = await response.text();
    try {
      return type === "application/json" ? JSON.parse(text) : text || undefined;
    } catch {
      return text;
    }
  }

  async body(response, type) {
    if (response.status === 204 || response.status === 304) return undefined;
    if (type === "application/json") return response.json();
    if (type === "application/x-ndjson") return response.text();
    if (bytesOf.test(type)) return new Uint8Array(await response.arrayBuffer());
    throw new UnexpectedAnswer(response.status, type);
  }
}

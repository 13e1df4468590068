const JSON_TYPE = "application/json";
const FORM_TYPE = "multipart/form-data";

/** What a call sends: method, path and, with a body, its type. */
const operations = {
  listReports: ["GET", "/reports"],
  createReport: ["POST", "/reports", JSON_TYPE],
  getReport: ["GET", "/reports/{reportId}"],
  updateReport: ["PATCH", "/reports/{reportId}", "application/merge-patch+json"],
  deleteReport: ["DELETE", "/reports/{reportId}"],
  submitReport: ["POST", "/reports/{reportId}/submit"],
  decideReport: ["POST", "/reports/{reportId}/decision", JSON_TYPE],
  exportReport: ["GET", "/reports/{reportId}/export"],
  listExpenses: ["GET", "/reports/{reportId}/expenses"],
  addExpense: ["POST", "/reports/{reportId}/expenses", JSON_TYPE],
  listComments: ["GET", "/reports/{reportId}/comments"],
  addComment: ["POST", "/reports/{reportId}/comments", JSON_TYPE],
  getExpense: ["GET", "/expenses/{expenseId}"],
  replaceExpense: ["PUT", "/expenses/{expenseId}", JSON_TYPE],
  deleteExpense: ["DELETE", "/expenses/{expenseId}"],
  uploadReceipt: ["POST", "/expenses/{expenseId}/receipts", FORM_TYPE],
  downloadReceipt: ["GET", "/receipts/{receiptId}/content"],
  getPolicy: ["GET", "/teams/{teamId}/policy"],
  putPolicy: ["PUT", "/teams/{teamId}/policy", JSON_TYPE],
  getCategory: ["GET", "/teams/{teamId}/categories/{code}"],
  putCategory: ["PUT", "/teams/{teamId}/categories/{code}", JSON_TYPE],
};

/** An answer that is no success, with what it said. */
export class ApiFailure extends Error {
  constructor(status, body) {
    super(body?.message ?? `The service answered ${status}.`);
    this.name = "ApiFailure";
    this.status = status;
    this.body = body;
  }
}

const isGiven = (value) => value !== undefined && value !== null;
const isJson = (type) => type === JSON_TYPE || type.endsWith("+json");
const isBytes = (value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value);

/** Bytes without a name are a scanned page as the app's scanner makes it. */
function appendPart(form, name, value) {
  if (!isGiven(value)) return;
  if (isBytes(value))
    form.append(name, new Blob([value], { type: "application/pdf" }), "receipt.pdf");
  else if (value instanceof File) form.append(name, value, value.name);
  else if (value instanceof Blob) form.append(name, value, "receipt");
  else form.append(name, String(value));
}

/** The steps of a call; a client can have some steps of its own. */
export const steps = {
  pathValue(value) {
    const text = String(value ?? "");
    // Addresses are resolved before they are sent, so that these would name something else.
    if (["", ".", ".."].includes(text)) throw new TypeError(`“${text}” cannot be in a path.`);
    return encodeURIComponent(text);
  },

  queryValue: (value) => encodeURIComponent(value),

  query(values = {}) {
    const pairs = Object.entries(values).flatMap(([name, value]) => {
      const given = [value].flat().filter(isGiven);
      return given.map((one) => `${encodeURIComponent(name)}=${this.queryValue(one)}`);
    });
    return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  },

  address({ path, input, baseUrl }) {
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => this.pathValue(input.path?.[name]));
    return `${baseUrl.replace(/\/+$/, "")}${filled}${this.query(input.query)}`;
  },

  /** The header parameters of a call, under whichever of the two names they come. */
  headerParameters: ({ input }) => ({ ...input.header, ...input.headers }),

  headers(call) {
    const headers = new Headers();
    const token = call.credentials?.bearerAuth;
    if (isGiven(token)) headers.set("Authorization", `Bearer ${token}`);
    for (const [name, value] of Object.entries(this.headerParameters(call)))
      if (isGiven(value)) headers.set(name, String(value));
    const { type, input } = call;
    // With a form, fetch adds the type itself, as only fetch knows the boundary.
    if (input.body !== undefined && type !== FORM_TYPE) headers.set("Content-Type", type);
    return headers;
  },

  form(parts) {
    if (parts instanceof FormData) return parts;
    const form = new FormData();
    const entries = Symbol.iterator in parts ? [...parts] : Object.entries(parts);
    for (const [name, value] of entries)
      for (const one of Array.isArray(value) ? value : [value]) appendPart(form, name, one);
    return form;
  },

  json: (value) => JSON.stringify(value),

  body({ type, input: { body } }) {
    if (body === undefined) return undefined;
    if (type === FORM_TYPE) return this.form(body);
    return isJson(type) ? this.json(body) : body;
  },

  /** A token must not go where a redirect leads. */
  async send(call, init) {
    const send = call.fetch ?? fetch;
    return send(this.address(call), { ...init, redirect: "manual", signal: call.signal });
  },

  text: (response) => response.text(),

  parsed: (text) => JSON.parse(text),

  async failure(response, type) {
    const text = await response.text();
    if (!isJson(type)) return new ApiFailure(response.status, text || undefined);
    try {
      return new ApiFailure(response.status, JSON.parse(text));
    } catch {
      return new ApiFailure(response.status, text);
    }
  },

  async result(response) {
    const type = (response.headers.get("Content-Type") ?? "").split(";")[0].trim().toLowerCase();
    if (!response.ok) throw await this.failure(response, type);
    if (response.status === 204 || response.body === null) return undefined;
    if (isJson(type)) return this.parsed(await this.text(response));
    if (type.startsWith("text/")) return this.text(response);
    return new Uint8Array(await response.arrayBuffer());
  },

  async run(call) {
    const [headers, body] = [this.headers(call), this.body(call)];
    return this.result(await this.send(call, { method: call.method, headers, body }));
  },
};

/** A client with these steps instead of the usual ones. */
export function createClient(replaced = {}) {
  const own = { ...steps, ...replaced };
  const entries = Object.entries(operations).map(([id, [method, path, type = JSON_TYPE]]) => [
    id,
    async (input = {}, options = {}) =>
      own.run({ ...options, id, method, path, type: input.contentType ?? type, input }),
  ]);
  return Object.fromEntries(entries);
}

const JSON_TYPE = "application/json";

/** Method and path of each operation; `type` is sent with a body unless the caller names another. */
const operations = {
  listPractitioners: { method: "GET", path: "/practitioners" },
  listPatients: { method: "GET", path: "/patients" },
  createPatient: { method: "POST", path: "/patients", type: JSON_TYPE },
  getPatient: { method: "GET", path: "/patients/{patientId}" },
  updatePatient: {
    method: "PATCH",
    path: "/patients/{patientId}",
    type: "application/merge-patch+json",
  },
  deletePatient: { method: "DELETE", path: "/patients/{patientId}" },
  getEmergencyContact: { method: "GET", path: "/patients/{patientId}/emergency-contact" },
  putEmergencyContact: {
    method: "PUT",
    path: "/patients/{patientId}/emergency-contact",
    type: JSON_TYPE,
  },
  uploadDocument: {
    method: "POST",
    path: "/patients/{patientId}/documents",
    type: "application/pdf",
  },
  getDocument: { method: "GET", path: "/documents/{documentId}" },
  downloadDocument: { method: "GET", path: "/documents/{documentId}/content" },
  listAppointments: { method: "GET", path: "/appointments" },
  createAppointment: { method: "POST", path: "/appointments", type: JSON_TYPE },
  getAppointment: { method: "GET", path: "/appointments/{appointmentId}" },
  cancelAppointment: {
    method: "POST",
    path: "/appointments/{appointmentId}/cancel",
    type: JSON_TYPE,
  },
  exportAppointments: { method: "GET", path: "/exports/appointments" },
  getMedication: { method: "GET", path: "/medications/{code}" },
  putMedication: { method: "PUT", path: "/medications/{code}", type: JSON_TYPE },
  deleteMedication: { method: "DELETE", path: "/medications/{code}" },
};

/** What a call throws if the answer is not a success. */
export class AnswerError extends Error {
  constructor(status, body) {
    super(body?.detail ?? `Answered with ${status}.`);
    this.status = status;
    this.body = body;
  }
}

/** The parts that a client is made of, any of which another client can replace. */
export const parts = {
  segment(value) {
    const text = String(value ?? "");
    // Addresses are resolved before they are sent, so that these would name something else.
    if (/^\.{0,2}$/.test(text)) throw new TypeError(`A path cannot have “${text}” in it.`);
    return encodeURIComponent(text);
  },

  /** Arrays are sent as a parameter for each item. */
  query(parameters) {
    const given = Object.entries(parameters).flatMap(([name, value]) =>
      [value].flat().map((item) => [name, item]),
    );
    return given
      .filter(([, item]) => item !== undefined && item !== null)
      .map((pair) => pair.map(encodeURIComponent).join("="))
      .join("&");
  },

  address: (baseUrl, path, query) =>
    `${baseUrl.replace(/\/+$/, "")}${path}${query === "" ? "" : `?${query}`}`,

  headers(input, { type }, { bearerAuth }) {
    const headers = new Headers();
    if (bearerAuth !== undefined) headers.set("Authorization", `Bearer ${bearerAuth}`);
    for (const [name, value] of Object.entries(input.header ?? {}))
      if (value !== undefined && value !== null) headers.set(name, String(value));
    if (input.body !== undefined) headers.set("Content-Type", input.contentType ?? type);
    return headers;
  },

  isJson: (type) => /[/+]json$/.test(type),

  stringify: (body) => JSON.stringify(body),

  /** A token must not go where a redirect leads. */
  fetch: (address, init) => fetch(address, { ...init, redirect: "manual" }),

  /** The values of JSON Lines as they arrive; leaving the loop ends the connection. */
  async *lines(stream) {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of stream) {
      const texts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = texts.pop();
      for (const text of texts) if (text.trim() !== "") yield JSON.parse(text);
    }
    rest += decoder.decode();
    if (rest.trim() !== "") yield JSON.parse(rest);
  },

  isFailure: ({ ok }) => !ok,

  /** A proxy may send anything as JSON, and the status says more than its syntax. */
  errorBody(text, type) {
    try {
      return this.isJson(type) ? JSON.parse(text) : text || undefined;
    } catch {
      return text || undefined;
    }
  },

  async body(response, type) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (this.isJson(type)) return JSON.parse(new TextDecoder().decode(bytes));
    if (type.startsWith("text/")) return new TextDecoder().decode(bytes);
    return type === "" ? undefined : bytes;
  },

  async read(response) {
    const [type] = (response.headers.get("Content-Type") ?? "").toLowerCase().split(/\s*;/);
    if (this.isFailure(response))
      throw new AnswerError(response.status, this.errorBody(await response.text(), type));
    return type === "application/jsonl"
      ? this.lines(response.body ?? [])
      : this.body(response, type);
  },
};

async function send(own, operation, input, { baseUrl, signal, credentials = {} }) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => own.segment(input.path?.[name]));
  const isJson = own.isJson(input.contentType ?? operation.type ?? "");
  const response = await own.fetch(own.address(baseUrl, path, own.query(input.query ?? {})), {
    method: operation.method,
    headers: await own.headers(input, operation, credentials),
    body: isJson && input.body !== undefined ? own.stringify(input.body) : input.body,
    signal,
  });
  return own.read(response);
}

/** A client that has some parts of its own. */
export function clientOf(replaced = {}) {
  const own = { ...parts, ...replaced };
  const calls = Object.entries(operations).map(([id, operation]) => [
    id,
    async (input = {}, options) => send(own, operation, input, options),
  ]);
  return Object.fromEntries(calls);
}

const JSON_TYPE = "application/json";

/** Method and path of each operation; `type` is that of a body unless the caller names one. */
const operations = {
  login: { method: "POST", path: "/session", type: JSON_TYPE, open: true },
  logout: { method: "DELETE", path: "/session" },
  getMe: { method: "GET", path: "/me" },
  listBuildings: { method: "GET", path: "/buildings" },
  getBuilding: { method: "GET", path: "/buildings/{buildingId}" },
  listRooms: { method: "GET", path: "/rooms" },
  createRoom: { method: "POST", path: "/rooms", type: JSON_TYPE },
  getRoom: { method: "GET", path: "/rooms/{roomId}" },
  replaceRoom: { method: "PUT", path: "/rooms/{roomId}", type: JSON_TYPE },
  deleteRoom: { method: "DELETE", path: "/rooms/{roomId}" },
  getFloorPlan: { method: "GET", path: "/rooms/{roomId}/floor-plan" },
  putFloorPlan: { method: "PUT", path: "/rooms/{roomId}/floor-plan", type: "image/png" },
  getAvailability: { method: "GET", path: "/rooms/{roomId}/availability" },
  exportCalendar: { method: "GET", path: "/rooms/{roomId}/calendar" },
  listBookings: { method: "GET", path: "/bookings" },
  createBooking: { method: "POST", path: "/bookings", type: JSON_TYPE },
  getBooking: { method: "GET", path: "/bookings/{bookingId}" },
  updateBooking: {
    method: "PATCH",
    path: "/bookings/{bookingId}",
    type: "application/merge-patch+json",
  },
  cancelBooking: { method: "DELETE", path: "/bookings/{bookingId}" },
  putAttendee: { method: "PUT", path: "/bookings/{bookingId}/attendees/{email}", type: JSON_TYPE },
  removeAttendee: { method: "DELETE", path: "/bookings/{bookingId}/attendees/{email}" },
  streamEvents: { method: "GET", path: "/events" },
};

/** An answer that is not a success. */
export class AnswerError extends Error {
  constructor(status, body) {
    super(body?.detail ?? `The service answered ${status}.`);
    this.status = status;
    this.body = body;
  }
}

/** Events of a stream, `data` as text; leaving the loop closes the connection. */
async function* events(stream) {
  const decoder = new TextDecoder();
  let buffer = "";
  let id = "";
  let event = "";
  let data = [];
  for await (const chunk of stream) {
    buffer += decoder.decode(chunk, { stream: true });
    // A CR at the end may be half of a CRLF.
    for (let end; (end = /\r\n|\n|\r(?=[^])/.exec(buffer)) !== null;) {
      const line = buffer.slice(0, end.index);
      buffer = buffer.slice(end.index + end[0].length);
      if (line === "") {
        if (data.length > 0) yield { id, event: event || "message", data: data.join("\n") };
        event = "";
        data = [];
        continue;
      }
      const [, field, value = ""] = /^([^:]*)(?:: ?([^]*))?$/.exec(line);
      if (field === "id") id = value;
      if (field === "event") event = value;
      if (field === "data") data.push(value);
    }
  }
}

/** What the client does, in parts: a client is made of these unless it says otherwise. */
export const parts = {
  segment(value) {
    const text = String(value ?? "");
    // An address with one of these names another resource.
    if (["", ".", ".."].includes(text)) throw new TypeError(`“${text}” cannot be in a path.`);
    return encodeURIComponent(text);
  },

  parameter(name, value) {
    const text = [value].flat().map((item) => encodeURIComponent(item));
    return `${encodeURIComponent(name)}=${text.join(",")}`;
  },

  headers(input, { type, open }, credentials) {
    const headers = new Headers();
    const cookies = { ...input.cookie };
    if (!open && credentials.apiKey !== undefined) headers.set("X-Api-Key", credentials.apiKey);
    else if (!open && credentials.sessionCookie !== undefined)
      cookies.sid = credentials.sessionCookie;
    for (const [name, value] of Object.entries(input.header ?? {}))
      if (value !== undefined && value !== null) headers.set(name, String(value));
    const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
    if (pairs.length > 0) headers.set("Cookie", pairs.join("; "));
    if (input.body !== undefined) headers.set("Content-Type", input.contentType ?? type);
    return headers;
  },

  stringify: (body) => JSON.stringify(body),

  parse: (text) => JSON.parse(text),

  isJson: (type) => /[/+]json$/.test(type),

  /** A redirect is not followed: the key would go where it leads. */
  fetch: (url, init) => fetch(url, { ...init, redirect: "manual" }),

  events,

  /** What a gateway calls JSON need not be: the status must not be lost over it. */
  errorBody(text, type) {
    if (text === "" || !this.isJson(type)) return text || undefined;
    try {
      return this.parse(text);
    } catch {
      return text;
    }
  },

  async read(response) {
    const type = (response.headers.get("Content-Type") ?? "").split(";")[0].trim().toLowerCase();
    if (response.ok && type === "text/event-stream") return this.events(response.body);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = () => new TextDecoder().decode(bytes);
    if (!response.ok) throw new AnswerError(response.status, this.errorBody(text(), type));
    if (this.isJson(type)) return this.parse(text());
    if (type.startsWith("text/")) return text();
    return type === "" ? undefined : bytes;
  },
};

async function send(own, operation, input, { baseUrl, signal, credentials = {} }) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => own.segment(input.path?.[name]));
  const query = Object.entries(input.query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => own.parameter(name, value));
  const search = query.length > 0 ? `?${query.join("&")}` : "";
  const isJson = own.isJson(input.contentType ?? operation.type ?? "");
  const response = await own.fetch(baseUrl.replace(/\/+$/, "") + path + search, {
    method: operation.method,
    headers: own.headers(input, operation, credentials),
    body: isJson && input.body !== undefined ? own.stringify(input.body) : input.body,
    signal,
  });
  return own.read(response);
}

/** A client with some parts of its own. */
export function clientOf(replaced = {}) {
  const own = { ...parts, ...replaced };
  return Object.fromEntries(
    Object.entries(operations).map(([id, operation]) => [
      id,
      async (input = {}, options) => send(own, operation, input, options),
    ]),
  );
}

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Academy } from "./store.ts";

export const BASE = "/v1";
const MAX_BODY = 1024 * 1024;

export type Reply = { status: number; headers?: Record<string, string>; body?: Buffer | string };

export type Context = {
  req: IncomingMessage;
  method: string;
  academy: Academy;
  params: string[];
  query: string;
};

export class Refusal extends Error {
  status: number;
  code: string;
  field: string | undefined;
  headers: Record<string, string>;
  constructor(
    status: number,
    code: string,
    message: string,
    field?: string,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
    this.headers = headers;
  }
}

export const notFound = (what: string): Refusal =>
  new Refusal(404, "not_found", `No such ${what}.`);
export const conflict = (code: string, message: string): Refusal => new Refusal(409, code, message);
export const badRequest = (message: string, field?: string): Refusal =>
  new Refusal(400, "invalid_request", message, field);

export const json = (
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): Reply => ({
  status,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(value),
});

export const refusal = (e: Refusal): Reply =>
  json(
    e.status,
    { code: e.code, message: e.message, ...(e.field === undefined ? {} : { field: e.field }) },
    e.headers,
  );

export function send(req: IncomingMessage, res: ServerResponse, reply: Reply): void {
  const headers: Record<string, string> = { ...reply.headers };
  const body = reply.body === undefined ? undefined : Buffer.from(reply.body as string);
  if (body !== undefined) headers["Content-Length"] = String(body.length);
  res.writeHead(reply.status, headers);
  if (body === undefined || req.method === "HEAD") res.end();
  else res.end(body);
}

async function readBytes(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    size += chunk.length;
    if (size <= MAX_BODY) chunks.push(chunk);
  }
  if (size > MAX_BODY) throw new Refusal(413, "too_large", "The body is larger than 1 MiB.");
  return Buffer.concat(chunks);
}

function unsupported(req: IncomingMessage, expected: string): Refusal {
  const headers: Record<string, string> =
    req.method === "PATCH" ? { "Accept-Patch": expected } : {};
  return new Refusal(
    415,
    "unsupported_media_type",
    `The body has to be ${expected}.`,
    undefined,
    headers,
  );
}

function mediaType(req: IncomingMessage, expected: string): string {
  const header = req.headers["content-type"] ?? "";
  const type = header.split(";")[0]!.trim().toLowerCase();
  const coding = req.headers["content-encoding"];
  if (type !== expected || (coding !== undefined && coding.trim().toLowerCase() !== "identity"))
    throw unsupported(req, expected);
  return header;
}

export const decodeUtf8 = (bytes: Buffer): string =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

function wellFormed(value: unknown): boolean {
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const item = stack.pop();
    if (typeof item === "string" && !item.isWellFormed()) return false;
    if (item !== null && typeof item === "object") {
      for (const [key, member] of Object.entries(item)) {
        if (!key.isWellFormed()) return false;
        stack.push(member);
      }
    }
  }
  return true;
}

export async function readJson(req: IncomingMessage): Promise<unknown> {
  const header = mediaType(req, "application/json");
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(header);
  if (charset !== null && charset[1]!.toLowerCase() !== "utf-8")
    throw unsupported(req, "application/json");
  const bytes = await readBytes(req);
  let value: unknown;
  try {
    value = JSON.parse(decodeUtf8(bytes));
  } catch {
    throw badRequest("The body is not JSON in UTF-8.");
  }
  if (!wellFormed(value)) throw badRequest("The body contains an unpaired surrogate.");
  return value;
}

export async function readMultipart(
  req: IncomingMessage,
): Promise<{ bytes: Buffer; boundary: string }> {
  const header = mediaType(req, "multipart/form-data");
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^";\s]+))/i.exec(header);
  const bytes = await readBytes(req);
  if (boundary === null) throw badRequest("The media type has no boundary.");
  return { bytes, boundary: boundary[1] ?? boundary[2]! };
}

import { createHash } from "node:crypto";
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from "express";
import { faulty } from "./faults.ts";
import { toJson } from "./json.ts";
import { customers, type Customer } from "./store.ts";

export interface FieldProblem {
  field: string;
  message: string;
}

/** An answer other than success; the last handler of the app writes it. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;
  readonly details: FieldProblem[];

  constructor(
    status: number,
    code: string,
    message: string,
    more: { headers?: Record<string, string>; details?: FieldProblem[] } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = more.headers ?? {};
    this.details = more.details ?? [];
  }
}

export function notFound(what: string): Refusal {
  return new Refusal(404, "not_found", `There is no such ${what}.`);
}

/** Ends the answer by hand, as `res.send` has a notion of its own of when a copy is fresh. */
export function sendBytes(res: Response, status: number, type: string, bytes: Buffer): void {
  res.status(status).type(type).set("Content-Length", String(bytes.length)).end(bytes);
}

export function send(res: Response, status: number, body: unknown): void {
  sendBytes(res, status, "application/json", Buffer.from(toJson(body)));
}

type Method = "get" | "post" | "put" | "patch" | "delete";

/** Registers the methods of a path; all others get 405, and OPTIONS tells which there are. */
export function resource(
  app: Express,
  path: string,
  methods: Partial<Record<Method, RequestHandler[]>>,
): void {
  const route = app.route(path);
  const allowed = ["OPTIONS"];
  for (const [method, handlers] of Object.entries(methods)) {
    route[method as Method](...handlers);
    allowed.push(method.toUpperCase());
    if (method === "get") allowed.push("HEAD");
  }
  const allow = allowed.join(", ");
  route.all((req, res) => {
    if (req.method === "OPTIONS") {
      res.status(204).set("Allow", allow).end();
      return;
    }
    throw new Refusal(405, "method_not_allowed", `${req.method} is not possible here.`, {
      headers: { Allow: allow },
    });
  });
}

/** Lets only customers through, and keeps who calls for the handlers after it. */
export const signedIn: RequestHandler = (req, res, next) => {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(req.get("Authorization") ?? "")?.[1];
  const customer = customers.find((candidate) => candidate.token === token);
  if (customer === undefined) {
    const challenge =
      token === undefined ? 'Bearer realm="shop"' : 'Bearer realm="shop", error="invalid_token"';
    throw new Refusal(401, "unauthorized", "Sign in first.", {
      headers: faulty("challenge-missing") ? {} : { "WWW-Authenticate": challenge },
    });
  }
  res.locals["customer"] = customer;
  next();
};

export function customerOf(res: Response): Customer {
  return res.locals["customer"] as Customer;
}

/** A strong entity tag of what `send` will write. */
export function entityTag(body: unknown): string {
  return `"${createHash("sha1").update(toJson(body)).digest("base64url")}"`;
}

function listsTag(header: string, tag: string, weakly: boolean): boolean {
  if (header.trim() === "*") return true;
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((listed) => (weakly ? listed.replace(/^W\//, "") : listed) === tag);
}

/** The preconditions of RFC 9110, section 13. The answer is whether a GET is to be answered by 304. */
export function checkPreconditions(req: Request, tag: string): boolean {
  const match = req.get("If-Match");
  if (match !== undefined && !listsTag(match, tag, false)) {
    throw new Refusal(412, "precondition_failed", "It was changed in the meantime.");
  }
  const noneMatch = req.get("If-None-Match");
  if (noneMatch === undefined || !listsTag(noneMatch, tag, true)) return false;
  if (req.method === "GET" || req.method === "HEAD") return true;
  throw new Refusal(412, "precondition_failed", "It exists in this very state.");
}

export const unknownPath: RequestHandler = () => {
  throw new Refusal(404, "not_found", "There is nothing at this path.");
};

/** What Express and its body parser throw has a status too, and is no fault of ours below 500. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const status = error instanceof Error && "status" in error ? Number(error.status) : 500;
  if (status >= 400 && status < 500) {
    return new Refusal(status, "bad_request", (error as Error).message);
  }
  return new Refusal(500, "internal", "Something went wrong.");
}

export const writeError: ErrorRequestHandler = (error, _req, res, _next) => {
  const refusal = asRefusal(error);
  res.set(refusal.headers);
  send(res, refusal.status, {
    code: refusal.code,
    message: refusal.message,
    ...(refusal.details.length > 0 ? { details: refusal.details } : {}),
  });
};

import type { Request, Response } from "express";
import { ApiError, badRequest, invalid, unsupportedType } from "./errors.ts";
import type { User } from "./store.ts";
import { filled, problemsOf } from "./validate.ts";
import type { Fields } from "./validate.ts";

export const BASE = "/v1";
export const JSON_TYPE = "application/json";
export const PATCH_TYPE = "application/merge-patch+json";

export type Call = { req: Request; res: Response; user: User; raw: Buffer };
export type Handler = (call: Call) => void | Promise<void>;

export const param = ({ req }: Call, name: string): string => String(req.params[name]);

export const mediaType = (header: string | undefined): string =>
  (header ?? "").split(";")[0]!.trim().toLowerCase();

export function requireType({ req, raw }: Call, type: string): void {
  if (raw.length === 0) throw badRequest("The request has no body.");
  if (mediaType(req.get("Content-Type")) === type) return;
  const hint = req.method === "PATCH" ? { "Accept-Patch": type } : {};
  throw unsupportedType(`The body must be ${type}.`, hint);
}

export function readJson(call: Call, type = JSON_TYPE): unknown {
  requireType(call, type);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(call.raw));
  } catch {
    throw badRequest("The body is not JSON in UTF-8.");
  }
}

export function checked<T>(body: unknown, fields: Fields): T {
  const problems = problemsOf(body, fields);
  if (problems.length > 0) throw invalid(problems);
  return filled(body as Record<string, unknown>, fields) as T;
}

/** To be asked before anything is changed. */
export function requireAccepted({ req }: Call, type: string): void {
  if ((req.get("Accept") ?? "").trim() === "" || req.accepts(type)) return;
  throw new ApiError(406, "not_acceptable", `The answer can only be ${type}.`);
}

export function sendJson({ res }: Call, status: number, body: unknown): void {
  res.status(status).set("Cache-Control", "private, no-cache").json(body);
}

import express, { type Request, type RequestHandler } from "express";
import { faulty } from "./faults.ts";
import { Refusal } from "./http.ts";

function mediaTypeOf(req: Request): { essence: string; charset: string } {
  const [essence = "", ...parameters] = (req.get("Content-Type") ?? "").toLowerCase().split(";");
  const charset = parameters
    .map((parameter) => /^charset="?([^"]*)"?$/.exec(parameter.trim())?.[1])
    .find((value) => value !== undefined);
  return { essence: essence.trim(), charset: charset ?? "utf-8" };
}

function hasBody(req: Request): boolean {
  const length = req.get("Content-Length");
  return req.get("Transfer-Encoding") !== undefined || (length !== undefined && length !== "0");
}

/** Refuses an absent body and one of another media type. */
function accepts(essence: string): RequestHandler {
  return (req, _res, next) => {
    if (!hasBody(req)) throw new Refusal(400, "body_missing", "The body is missing.");
    const sent = mediaTypeOf(req);
    const readable = essence === "multipart/form-data" || sent.charset === "utf-8";
    if (sent.essence !== essence || !readable) {
      const header = req.method === "PATCH" ? "Accept-Patch" : "Accept";
      throw new Refusal(415, "unsupported_media_type", `The body has to be ${essence}.`, {
        headers: { [header]: essence },
      });
    }
    next();
  };
}

const parseJson: RequestHandler = (req, _res, next) => {
  try {
    // `body` is a Buffer, or undefined when a chunked body turned out to be empty.
    const bytes = (req.body as Buffer | undefined) ?? Buffer.alloc(0);
    req.body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (faulty("malformed-json-crashes")) throw error;
    throw new Refusal(400, "malformed_json", "The body is not JSON.");
  }
  next();
};

function bytesUpTo(limit: string): RequestHandler {
  return express.raw({ type: () => true, limit });
}

export const jsonBody = [accepts("application/json"), bytesUpTo("1mb"), parseJson];
export const patchBody = [accepts("application/merge-patch+json"), bytesUpTo("1mb"), parseJson];
export const formBody = [accepts("multipart/form-data"), bytesUpTo("2mb")];

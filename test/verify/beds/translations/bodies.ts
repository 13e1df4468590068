import type { FastifyRequest } from "fastify";
import { Refusal } from "./errors.ts";
import { faulty } from "./faults.ts";

/** The media type of a header, without parameters and in small letters. */
export const mediaTypeIn = (header: string | undefined): string =>
  (header ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

const checkedText = (key: string, value: unknown): unknown => {
  if (!key.isWellFormed() || (typeof value === "string" && !value.isWellFormed()))
    throw new Error("A text has half of a character.");
  return value;
};

/** The value of a body of JSON; nothing where it is empty. */
export function jsonOf(
  _request: FastifyRequest,
  body: Buffer,
  done: (error: Error | null, value?: unknown) => void,
): void {
  if (body.length === 0) return done(null, undefined);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    done(null, JSON.parse(text, checkedText));
  } catch {
    done(new Refusal(400, "The body is no JSON in UTF-8."));
  }
}

const trimmed = (text: string): string =>
  faulty("title-inner-space-collapsed") ? text.trim().replace(/\s+/g, " ") : text.trim();

/** Removes the white space around titles and names of authors, before their lengths are checked. */
export function trimTexts(body: unknown): void {
  if (typeof body !== "object" || body === null || Buffer.isBuffer(body)) return;
  const members = body as Record<string, unknown>;
  for (const name of ["title", "author"]) {
    const text = members[name];
    if (typeof text === "string") members[name] = trimmed(text);
  }
}

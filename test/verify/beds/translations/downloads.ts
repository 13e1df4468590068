import type { FastifyReply } from "fastify";
import { Refusal } from "./errors.ts";
import { faulty } from "./faults.ts";
import type { SourceFile } from "./records.ts";

type Part = { first: number; last: number };

/** The part that a header Range asks for; nothing where the whole file is answered. Throws 416. */
function partOf(range: string | undefined, size: number): Part | undefined {
  const found = /^bytes=(\d*)-(\d*)$/i.exec((range ?? "").trim());
  const [, from = "", to = ""] = found ?? [];
  if (from === "" && to === "") return undefined;
  if (from !== "" && to !== "" && Number(to) < Number(from)) return undefined;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(size - 1, Number(to));
  if (first >= size)
    throw new Refusal(416, "The file ends before this range.", {
      headers: { "Content-Range": `bytes */${String(size)}` },
    });
  return { first, last };
}

/** The header that names the file, in ASCII and as it is (RFC 6266). */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

export function sendPart(reply: FastifyReply, file: SourceFile, range: string | undefined): void {
  const { content } = file;
  const part = partOf(range, content.length);
  reply
    .header("Content-Type", file.mediaType)
    .header("Content-Disposition", dispositionOf(file.name))
    .header("Accept-Ranges", "bytes");
  if (part === undefined) return void reply.send(content);
  const { first, last } = part;
  reply
    .code(206)
    .header("Content-Range", `bytes ${String(first)}-${String(last)}/${String(content.length)}`)
    .send(content.subarray(first, faulty("range-end-short") ? last : last + 1));
}

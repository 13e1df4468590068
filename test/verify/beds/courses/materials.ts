import { createHash } from "node:crypto";
import { fault } from "./faults.ts";
import { BASE, conflict, json, notFound, readMultipart, Refusal } from "./http.ts";
import type { Context, Reply } from "./http.ts";
import { preconditions } from "./conditional.ts";
import { parseMultipart, partText } from "./multipart.ts";
import type { Part } from "./multipart.ts";
import { exclusive, newId, now, pause } from "./store.ts";
import type { Academy, Material } from "./store.ts";
import { findCourse } from "./courses.ts";
import { lengthOf, oneOf, rejects, text } from "./validate.ts";
import type { Members } from "./validate.ts";

const MAX_FILE = 256 * 1024;
const MAX_MATERIALS = 5;
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const QUOTED = '"(?:[\\t \\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\\t -~])*"';
const TYPE = new RegExp(
  `^${TOKEN}/${TOKEN}(?:[ \\t]*;(?:[ \\t]*${TOKEN}=(?:${TOKEN}|${QUOTED}))?)*$`,
);
const FORBIDDEN = /[\u0000-\u001f\u007f/\\]/;

export const materialsOf = (academy: Academy, courseId: number): Material[] =>
  [...academy.materials.values()].filter((m) => m.courseId === courseId);

export function materialView(m: Material): Members {
  return {
    id: m.id,
    courseId: m.courseId,
    title: m.title,
    kind: m.kind,
    fileName: m.fileName,
    contentType: m.contentType,
    size: m.size,
    sha256: m.sha256,
    createdAt: m.createdAt,
  };
}

function readParts(parts: Part[]): {
  title: string;
  kind: string;
  file: Part;
  fileName: string;
  contentType: string;
} {
  const seen = new Map<string, Part>();
  for (const p of parts) {
    if (!["file", "title", "kind"].includes(p.name)) throw rejects(p.name, "is not known");
    if (seen.has(p.name)) throw rejects(p.name, "is given twice");
    seen.set(p.name, p);
  }
  const file = seen.get("file");
  if (file === undefined || file.bytes.length === 0) throw rejects("file", "is missing or empty");
  const fileName = file.fileName ?? "file";
  if (lengthOf(fileName) > 255 || FORBIDDEN.test(fileName))
    throw rejects("file", "has a file name that is not allowed");
  const contentType = file.contentType ?? "application/octet-stream";
  if (contentType.length > 100 || !TYPE.test(contentType))
    throw rejects("file", "has no proper media type");
  const title = seen.has("title")
    ? (text(1, 255)(partText(seen.get("title")!), "title") as string)
    : fileName;
  const kind = seen.has("kind")
    ? (oneOf("slides", "exercise", "recording")(partText(seen.get("kind")!), "kind") as string)
    : "slides";
  return { title, kind, file, fileName, contentType };
}

export async function uploadMaterial(ctx: Context): Promise<Reply> {
  const { academy } = ctx;
  findCourse(academy, ctx.params[0]!);
  const { bytes, boundary } = await readMultipart(ctx.req);
  const parts = parseMultipart(bytes, boundary);
  const limit = fault("material-size-limit-exclusive") ? MAX_FILE - 1 : MAX_FILE;
  if (parts.some((p) => p.name === "file" && p.bytes.length > limit))
    throw new Refusal(413, "too_large", "The file is larger than 256 KiB.");
  const given = readParts(parts);
  return exclusive(academy, async () => {
    const course = findCourse(academy, ctx.params[0]!);
    if (materialsOf(academy, course.id).length >= MAX_MATERIALS)
      throw conflict("too_many_materials", "The course has five materials already.");
    const content = fault("material-bytes-as-text")
      ? Buffer.from(given.file.bytes.toString("utf8"))
      : Buffer.from(given.file.bytes);
    const material: Material = {
      id: newId(),
      courseId: course.id,
      title: given.title,
      kind: given.kind,
      fileName: given.fileName,
      contentType: given.contentType,
      size: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
      createdAt: now(),
      bytes: content,
    };
    academy.materials.set(material.id, material);
    return json(201, materialView(material), {
      Location: `${BASE}/courses/${course.id}/materials/${material.id}/content`,
    });
  });
}

const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export async function downloadMaterial(ctx: Context): Promise<Reply> {
  await pause();
  const course = findCourse(ctx.academy, ctx.params[0]!);
  const m = ctx.academy.materials.get(ctx.params[1]!);
  if (m === undefined || (m.courseId !== course.id && !fault("material-under-other-course")))
    throw notFound("material");
  const etag = `"${m.sha256}"`;
  const unchanged = preconditions(ctx, true, etag);
  if (unchanged !== undefined) return unchanged;
  const plain = m.fileName.replace(/[^\x20-\x7e]|["%]/gu, "_");
  return {
    status: 200,
    headers: {
      "Content-Type": fault("material-download-type-lost")
        ? "application/octet-stream"
        : m.contentType,
      "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeName(m.fileName)}`,
      "X-Content-Type-Options": "nosniff",
      ETag: etag,
    },
    body: m.bytes,
  };
}

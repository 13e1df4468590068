import type { Cover } from "./data.ts";
import { on } from "./faults.ts";
import { readBody, readHeaders, requireType, type Answer, type Ctx } from "./http.ts";
import { parseMultipart, utf8 } from "./multipart.ts";
import { invalid, notFound, Problem, type FieldError } from "./problem.ts";
import { findTitle } from "./titles.ts";
import { textLength } from "./validate.ts";

const types = ["image/png", "image/jpeg", "image/webp"];
const maxBytes = 262_144;

export const coverView = (cover: Cover): Record<string, unknown> => ({
  filename: cover.filename,
  media_type: cover.media_type,
  size: cover.size,
  alt: cover.alt,
});

export async function uploadCover(ctx: Ctx): Promise<Answer> {
  findTitle(ctx);
  const { boundary } = requireType(ctx, "multipart/form-data");
  const parts = parseMultipart(await readBody(ctx), boundary);
  const errors: FieldError[] = [];
  for (const name of new Set(parts.map((p) => p.name))) {
    if (name !== "file" && name !== "alt")
      errors.push({
        pointer: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
        message: "is not known",
      });
    else if (parts.filter((p) => p.name === name).length > 1)
      errors.push({ pointer: `/${name}`, message: "is given more than once" });
  }
  const file = parts.find((p) => p.name === "file");
  const altPart = parts.find((p) => p.name === "alt");
  const alt = altPart ? utf8(altPart.bytes) : "";
  if (textLength(alt) > 300)
    errors.push({ pointer: "/alt", message: "must have at most 300 characters" });
  if (!file) errors.push({ pointer: "/file", message: "is required" });
  else if (file.filename === undefined || file.filename === "" || textLength(file.filename) > 200) {
    errors.push({ pointer: "/file", message: "must have a file name of 1 to 200 characters" });
  } else if (file.bytes.length === 0)
    errors.push({ pointer: "/file", message: "must not be empty" });
  if (errors.length > 0) throw invalid(errors);
  const { filename, type, bytes } = file!;
  if (!types.includes(type))
    throw new Problem(
      415,
      "unsupported-media-type",
      `The file must be one of ${types.join(", ")}.`,
    );
  const tooLarge = on("cover-limit-boundary") ? bytes.length >= maxBytes : bytes.length > maxBytes;
  if (tooLarge) throw new Problem(413, "too-large", `The file may have ${maxBytes} bytes at most.`);

  const title = findTitle(ctx);
  const status = title.cover ? 200 : 201;
  title.cover = {
    filename: filename!,
    media_type: type,
    size: bytes.length,
    alt,
    bytes: Buffer.from(bytes),
  };
  return { status, body: coverView(title.cover) };
}

const extended = (text: string): string =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export function downloadCover(ctx: Ctx): Answer {
  const { cover } = findTitle(ctx);
  if (!cover) throw notFound("cover");
  const plain = cover.filename.replace(/[^ !#$&-[\]-~]/gu, "_");
  let disposition = `attachment; filename="${plain}"`;
  if (!on("cover-filename-ascii")) disposition += `; filename*=UTF-8''${extended(cover.filename)}`;
  const raw = on("cover-bytes-as-text") ? Buffer.from(cover.bytes.toString("utf8")) : cover.bytes;
  const headers: Record<string, string> = {
    ...readHeaders,
    "Content-Type": cover.media_type,
    "Content-Disposition": disposition,
  };
  if (on("cover-head-length") && ctx.method === "HEAD")
    return { status: 200, headers, raw: Buffer.alloc(0) };
  return { status: 200, headers, raw };
}

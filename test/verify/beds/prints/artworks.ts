// Artwork files: upload, download, deletion.
import { fault, notFound, Problem } from "./core.ts";
import { artworks, logEvent, orders, storeArtwork } from "./data.ts";
import type { Artwork } from "./data.ts";
import { BASE, MAX_FORM, conditions, requireBody, route } from "./http.ts";
import type { Context, Reply } from "./http.ts";
import { parseMultipart } from "./multipart.ts";
import type { Part } from "./multipart.ts";
import { invalid, text } from "./validate.ts";

const MAX_FILE = 1048576;
const KINDS = ["logo", "photo", "layout"];
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const MEDIA_TYPE = new RegExp(
  `^${TOKEN}/${TOKEN}(\\s*;\\s*${TOKEN}=(${TOKEN}|"[ !#-\\[\\]-~]*"))*$`,
);

function fieldText(part: Part): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(part.bytes);
  } catch {
    return undefined;
  }
}

function fits(value: unknown, max: number): boolean {
  const bad: string[] = [];
  text(1, max)(value, "", bad);
  return bad.length === 0;
}

function uploadArtwork(ctx: Context): Reply {
  const contentType = requireBody(ctx, "multipart/form-data", MAX_FORM);
  const parts = parseMultipart(contentType, ctx.body);
  const named = (name: string) => parts.filter((p) => p.name === name);
  const bad = parts
    .filter((p) => !["file", "title", "kind"].includes(p.name))
    .map((p) => `/${p.name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  for (const name of ["file", "title", "kind"]) if (named(name).length > 1) bad.push(`/${name}`);
  const [file] = named("file");
  const [titlePart] = named("title");
  const [kindPart] = named("kind");
  const title = titlePart && fieldText(titlePart);
  const kind = kindPart ? fieldText(kindPart) : "layout";
  const type = file?.contentType ?? "application/octet-stream";
  if (
    !file ||
    !fits(file.fileName, 255) ||
    type.length > 255 ||
    !MEDIA_TYPE.test(type) ||
    file.bytes.length < 1
  )
    bad.push("/file");
  if (!title || !fits(title, 255)) bad.push("/title");
  if (title && fault("artwork-title-utf16") && title.length > 255) bad.push("/title");
  if (!kind || !KINDS.includes(kind)) bad.push("/kind");
  if (file && file.bytes.length > MAX_FILE)
    throw new Problem(413, "too_large", `The file may have ${MAX_FILE} bytes at most.`);
  if (bad.length > 0) throw invalid(bad);

  const { id, sizeBytes, sha256, createdAt } = storeArtwork(ctx.account.id, {
    title: title!,
    kind: kind!,
    fileName: file!.fileName!,
    contentType: type,
    bytes: file!.bytes,
  });
  return {
    status: 201,
    json: {
      id,
      title,
      kind,
      fileName: file!.fileName,
      contentType: type,
      sizeBytes,
      sha256,
      createdAt,
    },
    headers: { Location: `${BASE}/artworks/${id}/content` },
  };
}

function own(ctx: Context): Artwork {
  const artwork = artworks.get(ctx.params[0]!);
  if (!artwork || artwork.owner !== ctx.account.id) throw notFound("artwork");
  return artwork;
}

// RFC 8187: all but attr-char is percent-encoded.
const extValue = (name: string) =>
  `UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;

function downloadArtwork(ctx: Context): Reply {
  const artwork = fault("artwork-download-foreign") ? artworks.get(ctx.params[0]!) : own(ctx);
  if (!artwork) throw notFound("artwork");
  const etag = `"${artwork.sha256}"`;
  if (conditions(ctx, etag)) return { status: 304, headers: { ETag: etag } };
  return {
    status: 200,
    bytes: artwork.bytes,
    headers: {
      "Content-Type": fault("artwork-generic-type")
        ? "application/octet-stream"
        : artwork.contentType,
      "Content-Disposition": `attachment; filename*=${extValue(artwork.fileName)}`,
      "X-Content-Type-Options": "nosniff",
      ETag: etag,
    },
  };
}

function deleteArtwork(ctx: Context): Reply {
  if (fault("artwork-delete-foreign")) {
    const any = artworks.get(ctx.params[0]!);
    if (any && any.owner !== ctx.account.id) {
      artworks.delete(any.id);
      throw notFound("artwork");
    }
  }
  const artwork = own(ctx);
  const used = [...orders.values()].some(
    (o) => o.status === "open" && o.items.some((i) => i.artworkId === artwork.id),
  );
  if (used) throw new Problem(409, "in_use", "An item of an open order uses this artwork.");
  artworks.delete(artwork.id);
  logEvent(ctx.account.id, "artwork.deleted", artwork.id);
  return { status: 204 };
}

export function addArtworkRoutes(): void {
  route("/artworks", { POST: uploadArtwork });
  route("/artworks/{}", { DELETE: deleteArtwork });
  route("/artworks/{}/content", { GET: downloadArtwork });
}

import type { Express, RequestHandler } from "express";
import { formBody } from "../body.ts";
import { invalid, isText, pathId } from "../check.ts";
import { faulty } from "../faults.ts";
import { notFound, Refusal, resource, send, sendBytes, signedIn } from "../http.ts";
import { parseMultipart, type Part } from "../multipart.ts";
import { dropRendered } from "../product-view.ts";
import { nextId, photos, type Photo } from "../store.ts";
import { ownProductOfPath, productOfPath } from "./products.ts";

const largestPhoto = 1024 * 1024;
const photoTypes = ["image/png", "image/jpeg"];

function onlyPart(parts: Part[], name: string): Part | undefined {
  const found = parts.filter((part) => part.name === name);
  if (found.length > 1) throw invalid([{ field: name, message: "may be given once" }]);
  return found[0];
}

function altOf(part: Part | undefined): string | null {
  if (part === undefined) return null;
  if (faulty("photo-alt-latin1")) return part.bytes.toString("latin1");
  try {
    const alt = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(part.bytes);
    if (isText(alt, 0, 200)) return alt;
  } catch {
    throw invalid([{ field: "alt", message: "has to be UTF-8" }]);
  }
  throw invalid([{ field: "alt", message: "has to be a text of up to 200 characters" }]);
}

function photoOf(part: Part | undefined): Part {
  if (part === undefined) throw invalid([{ field: "photo", message: "is missing" }]);
  if (!photoTypes.includes(part.type) && !faulty("photo-type-unchecked")) {
    throw invalid([{ field: "photo", message: `has to be ${photoTypes.join(" or ")}` }]);
  }
  if (part.bytes.length > largestPhoto) {
    throw new Refusal(413, "photo_too_large", "A photo has at most 1 MiB.");
  }
  if (!faulty("photo-line-ends-changed")) return part;
  const text = part.bytes.toString("latin1").replaceAll("\r\n", "\n");
  return { ...part, bytes: Buffer.from(text, "latin1") };
}

const uploadPhoto: RequestHandler = (req, res) => {
  const product = ownProductOfPath(req, res);
  const bytes = (req.body as Buffer | undefined) ?? Buffer.alloc(0);
  const parts = parseMultipart(req.get("Content-Type") ?? "", bytes);
  if (parts === undefined) throw new Refusal(400, "malformed_form", "The form is malformed.");
  const part = photoOf(onlyPart(parts, "photo"));
  const photo: Photo = {
    id: nextId(),
    productId: product.id,
    contentType: part.type,
    size: part.bytes.length,
    alt: altOf(onlyPart(parts, "alt")),
  };
  // A copy, as the part is a window on the whole form.
  photos.set(photo.id, { ...photo, bytes: Buffer.from(part.bytes) });
  dropRendered(product.id);
  res.set("Location", `/products/${product.id}/photos/${photo.id}`);
  send(res, 201, photo);
};

const getPhoto: RequestHandler = (req, res) => {
  const photoId = pathId(req, "photoId");
  const product = productOfPath(req);
  const photo = photos.get(photoId);
  if (photo === undefined || photo.productId !== product.id) throw notFound("photo");
  res.set("X-Content-Type-Options", "nosniff");
  sendBytes(res, 200, faulty("photo-always-png") ? "image/png" : photo.contentType, photo.bytes);
};

export function photoRoutes(app: Express): void {
  resource(app, "/products/:productId/photos", { post: [signedIn, ...formBody, uploadPhoto] });
  resource(app, "/products/:productId/photos/:photoId", { get: [getPhoto] });
}

import { definedEntries, setMember } from "./members.ts";
import type { JsonObject } from "./members.ts";
import { isJsonMediaType } from "./media-type.ts";
import type { MediaTypeDescriptor, ValueShape } from "./operation.ts";
import {
  compoundShape,
  fromText,
  memberShape,
  objectShape,
  toText,
} from "./parameters/text-value.ts";

/**
 * Writes an object as a `multipart/form-data` body (RFC 7578; OpenAPI 3.1, "Special Considerations
 * for multipart Content"): a Blob is a file, an array repeats its name, an object is JSON.
 */
export function encodeFormData(media: MediaTypeDescriptor, value: object): FormData {
  const form = new FormData();
  for (const [name, member] of definedEntries(value)) {
    for (const part of Array.isArray(member) ? member : [member]) {
      appendPart(form, name, part, contentTypeOf(media, name));
    }
  }
  return form;
}

const contentTypeOf = (media: MediaTypeDescriptor, name: string): string | undefined =>
  media.encoding && Object.hasOwn(media.encoding, name)
    ? media.encoding[name]?.contentType
    : undefined;

function appendPart(form: FormData, name: string, part: unknown, contentType?: string): void {
  if (part instanceof Blob) {
    form.append(name, part);
  } else if (part instanceof Uint8Array || part instanceof ArrayBuffer) {
    form.append(
      name,
      new Blob([part as BlobPart], { type: contentType ?? "application/octet-stream" }),
    );
  } else if ((typeof part === "object" && part !== null) || isJson(contentType)) {
    form.append(
      name,
      new Blob([JSON.stringify(part)], { type: contentType ?? "application/json" }),
    );
  } else {
    form.append(name, toText(part));
  }
}

const isJson = (contentType: string | undefined): boolean =>
  contentType !== undefined && isJsonMediaType(contentType);

/**
 * Reads a `multipart/form-data` body back, the inverse of `encodeFormData`: text as the type that
 * its property has, JSON parts as values, files as they are.
 */
export async function decodeFormData(
  media: MediaTypeDescriptor,
  form: FormData,
): Promise<JsonObject> {
  const shape = objectShape(media.shape ?? "any") ?? { object: {} };
  const value: JsonObject = {};
  for (const name of new Set(form.keys())) {
    const property = memberShape(shape, name);
    const compound = compoundShape(property);
    const isArray = compound !== undefined && "array" in compound;
    const itemShape = isArray ? compound.array : property;
    const parts = await Promise.all(
      form
        .getAll(name)
        .map((part) => decodePart(part, itemShape, isJson(contentTypeOf(media, name)))),
    );
    setMember(value, name, isArray || parts.length > 1 ? parts : parts[0]);
  }
  return value;
}

async function decodePart(part: File | string, shape: ValueShape, json: boolean): Promise<unknown> {
  if (typeof part === "string" && !json && compoundShape(shape) === undefined) {
    return fromText(part, shape);
  }
  const isJsonPart = json || typeof part === "string" || isJsonMediaType(part.type);
  if (!isJsonPart) return part;
  const text = typeof part === "string" ? part : await part.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

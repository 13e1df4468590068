/** A place of a description in which values are binary. */
export type Place = "part" | "body" | "json" | "urlencoded" | "line" | "event";

/** One way in which a description says that values are binary, and what is made of it. */
export interface Row {
  /** The first cell of the row in KEYWORDS.md, without back-ticks. */
  readonly says: string;
  readonly place: Place;
  readonly schema?: unknown;
  /** The media type of the body; of forms and JSON it is known. */
  readonly mediaType?: string;
  /** The Encoding Object of the part. */
  readonly encoding?: object;
  /** What callers and handlers hold. `base64` is a text that is sent as it is. */
  readonly type: "Blob" | "Blob | null" | "Blob[]" | "base64" | "text";
  /** The media type of the part or body on the wire. */
  readonly wire?: string;
  /** The versions of OpenAPI that have it; left out: all. */
  readonly versions?: readonly Version[];
}

export type Version = "3.0.4" | "3.1.2" | "3.2.0";

const later: readonly Version[] = ["3.1.2", "3.2.0"];
const binary = { type: "string", format: "binary" };
const base64 = { type: "string", contentEncoding: "base64" };
const octets = "application/octet-stream";

const parts: readonly Omit<Row, "place">[] = [
  { says: "format: binary", schema: binary, type: "Blob", wire: octets },
  {
    says: "format: binary that may be null",
    schema: { type: ["string", "null"], format: "binary" },
    type: "Blob | null",
    versions: later,
  },
  {
    says: "format: binary that may be null",
    schema: { ...binary, nullable: true },
    type: "Blob | null",
    versions: ["3.0.4"],
  },
  {
    says: "format: binary that may be null",
    schema: { oneOf: [binary, { type: "null" }] },
    type: "Blob | null",
    versions: later,
  },
  {
    says: "type: string and contentMediaType of bytes",
    schema: { type: "string", contentMediaType: octets },
    type: "Blob",
    wire: octets,
    versions: later,
  },
  {
    says: "contentMediaType of bytes",
    schema: { contentMediaType: "image/png" },
    type: "Blob",
    wire: "image/png",
    versions: later,
  },
  { says: "no type", schema: {}, type: "Blob", wire: octets },
  { says: "no type", schema: true, type: "Blob", versions: later },
  { says: "no type", schema: { description: "A file." }, type: "Blob" },
  {
    says: "encoding.contentType of bytes",
    schema: { type: "string" },
    encoding: { contentType: "image/png, image/jpeg" },
    type: "Blob",
    wire: "image/png",
  },
  { says: "a list of these", schema: { type: "array", items: binary }, type: "Blob[]" },
  { says: "a list of these", schema: { type: "array", items: {} }, type: "Blob[]" },
  {
    says: "a list of these",
    schema: { type: "array", items: { $ref: "#/components/schemas/Picture" } },
    type: "Blob[]",
    wire: "image/png",
    versions: later,
  },
  {
    says: "$ref or allOf of these",
    schema: { $ref: "#/components/schemas/Picture" },
    type: "Blob",
    wire: "image/png",
    versions: later,
  },
  { says: "$ref or allOf of these", schema: { $ref: "#/components/schemas/File" }, type: "Blob" },
  {
    says: "$ref or allOf of these",
    schema: { allOf: [{ $ref: "#/components/schemas/File" }, { description: "A file." }] },
    type: "Blob",
  },
  { says: "contentEncoding", schema: base64, type: "base64", wire: octets, versions: later },
  {
    says: "contentEncoding",
    schema: { ...base64, contentMediaType: "image/png" },
    type: "base64",
    wire: octets,
    versions: later,
  },
  {
    says: "contentEncoding",
    schema: { ...base64, contentEncoding: "base64url", contentSchema: { type: "object" } },
    type: "base64",
    versions: later,
  },
  {
    says: "format: byte",
    schema: { type: "string", format: "byte" },
    type: "base64",
    wire: octets,
  },
  {
    says: "contentMediaType of text",
    schema: { type: "string", contentMediaType: "text/html" },
    type: "text",
    versions: later,
  },
];

const bodies: readonly Omit<Row, "place">[] = [
  { says: "a media type of bytes", mediaType: octets, type: "Blob", wire: octets },
  { says: "a media type of bytes", mediaType: "image/png", schema: {}, type: "Blob" },
  { says: "a media type of bytes", mediaType: "image/png", schema: binary, type: "Blob" },
  {
    says: "a media type of bytes",
    mediaType: "image/png",
    schema: { contentMediaType: "image/png" },
    type: "Blob",
    wire: "image/png",
    versions: later,
  },
  { says: "a media type of bytes", mediaType: "multipart/mixed", type: "Blob" },
  { says: "a range of media types", mediaType: "image/*", type: "Blob", wire: "image/png" },
  { says: "a range of media types", mediaType: "*/*", schema: binary, type: "Blob", wire: octets },
  { says: "format: binary of text or JSON", mediaType: "text/csv", schema: binary, type: "Blob" },
  {
    says: "format: binary of text or JSON",
    mediaType: "application/json",
    schema: { $ref: "#/components/schemas/File" },
    type: "Blob",
    wire: "application/json",
  },
  {
    says: "format: binary of text or JSON",
    mediaType: "application/xml",
    schema: binary,
    type: "Blob",
  },
  {
    says: "contentEncoding or format: byte of bytes",
    mediaType: "image/png",
    schema: base64,
    type: "base64",
    wire: "image/png",
    versions: later,
  },
  {
    says: "contentEncoding or format: byte of bytes",
    mediaType: octets,
    schema: { type: "string", format: "byte" },
    type: "base64",
  },
  {
    says: "contentMediaType of another media type",
    mediaType: "text/plain",
    schema: { type: "string", contentMediaType: octets },
    type: "text",
    versions: later,
  },
];

const texts: readonly Omit<Row, "place">[] = [
  { says: "format: binary", schema: binary, type: "text" },
  { says: "format: byte", schema: { type: "string", format: "byte" }, type: "base64" },
  { says: "contentEncoding", schema: base64, type: "base64", versions: later },
  {
    says: "contentMediaType",
    schema: { type: "string", contentMediaType: octets },
    type: "text",
    versions: later,
  },
];

/** Every row of the table, once for each place. */
export const rows: readonly Row[] = [
  ...parts.map((row) => ({ ...row, place: "part" as const })),
  ...bodies.map((row) => ({ ...row, place: "body" as const })),
  ...(["json", "urlencoded", "line", "event"] as const).flatMap((place) =>
    texts.map((row) => ({ ...row, place })),
  ),
];

/** The media types that stand for ranges. */
const ofRange: Readonly<Record<string, string>> = {
  "image/*": "image/png",
  "text/*": "text/plain",
  "audio/*": "audio/mpeg",
  "video/*": "video/mp4",
};

/** A kind of file: the usual extension of its name, and the first bytes, by which services recognise it. */
interface FileKind {
  readonly extension: string;
  readonly beginning: readonly number[];
}

const kind = (extension: string, ...beginning: readonly (string | number)[]): FileKind => ({
  extension,
  beginning: beginning.flatMap((part) =>
    typeof part === "number" ? part : [...Buffer.from(part)],
  ),
});

const gzip = kind("gz", 0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);
const wav = kind("wav", "RIFF", 36, 0, 0, 0, "WAVEfmt ");
const zip = kind("zip", "PK", 3, 4);

const kinds: Readonly<Record<string, FileKind>> = {
  "image/png": kind("png", 0x89, "PNG\r\n", 0x1a, "\n"),
  "image/jpeg": kind("jpg", 0xff, 0xd8, 0xff, 0xe0, 0, 0x10, "JFIF", 0),
  "image/gif": kind("gif", "GIF89a"),
  "image/webp": kind("webp", "RIFF", 36, 0, 0, 0, "WEBPVP8 "),
  "application/pdf": kind("pdf", "%PDF-1.4\n"),
  "application/zip": zip,
  "application/x-zip-compressed": zip,
  "application/gzip": gzip,
  "application/x-gzip": gzip,
  "audio/mpeg": kind("mp3", "ID3", 3, 0, 0, 0, 0, 0, 0),
  "audio/wav": wav,
  "audio/x-wav": wav,
  "audio/wave": wav,
  "audio/ogg": kind("ogg", "OggS", 0),
  "video/ogg": kind("ogv", "OggS", 0),
  "audio/mp4": kind("m4a", 0, 0, 0, 24, "ftypM4A ", 0, 0, 0, 0, "M4A mp42"),
  "video/mp4": kind("mp4", 0, 0, 0, 24, "ftypmp42", 0, 0, 0, 0, "mp42isom"),
  "application/json": kind("json"),
  "text/csv": kind("csv"),
};

/**
 * Returns the media type of a file from the types that the description allows.
 *
 * @param allowed media types and ranges, separated by commas (Encoding Object, `contentType`)
 */
export function fileType(allowed: string | undefined): string {
  const types = (allowed ?? "").split(",").map((one) => one.trim());
  const concrete = types.find((one) => one !== "" && !one.includes("*"));
  const known = types.map((one) => ofRange[one]).find((one) => one !== undefined);
  return concrete ?? known ?? "application/octet-stream";
}

/** Returns a file name with the extension of a media type. */
export const fileName = (stem: string, type: string): string =>
  `${stem}.${kinds[type]?.extension ?? "txt"}`;

/** Returns the first bytes of files of a media type; none if they may have any. */
export const beginningOf = (type: string): readonly number[] => kinds[type]?.beginning ?? [];

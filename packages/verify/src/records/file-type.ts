/** The media types that stand for ranges. */
const ofRange: Readonly<Record<string, string>> = {
  "image/*": "image/png",
  "text/*": "text/plain",
  "audio/*": "audio/mpeg",
  "video/*": "video/mp4",
};

/** The usual extension of a file by its media type. */
const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "application/pdf": "pdf",
  "application/json": "json",
  "text/csv": "csv",
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
  `${stem}.${extensions[type] ?? "txt"}`;

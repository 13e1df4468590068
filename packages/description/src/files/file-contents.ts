import { readFileSync, statSync } from "node:fs";
import { createHash } from "node:crypto";

/** Reads a file as it was printed, undoing line ends that version control changed. */
export function readNormalized(path: string): Buffer {
  const bytes = readFileSync(path);
  if (!bytes.includes("\r\n")) return bytes;
  return Buffer.from(bytes.toString("utf8").replaceAll("\r\n", "\n"));
}

/** Returns the SHA-256 of a text, in hexadecimal. */
export function sha256(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Returns the SHA-256 of a file's contents, in hexadecimal; an empty string if there is no file at the path. */
export function hashFile(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? sha256(readFileSync(path)) : "";
}

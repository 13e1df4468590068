import { readFileSync } from "node:fs";

/** Reads a file as it was printed, undoing line ends that version control changed. */
export function readNormalized(path: string): Buffer {
  const bytes = readFileSync(path);
  if (!bytes.includes("\r\n")) return bytes;
  return Buffer.from(bytes.toString("utf8").replaceAll("\r\n", "\n"));
}

import { readFileSync } from "node:fs";

/** The bytes of a file as they were printed, whatever line ends version control gave it. */
export function readNormalized(path: string): Buffer {
  const bytes = readFileSync(path);
  if (!bytes.includes("\r\n")) return bytes;
  return Buffer.from(bytes.toString("utf8").replaceAll("\r\n", "\n"));
}

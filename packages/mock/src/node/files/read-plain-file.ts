import { readFile, stat } from "node:fs/promises";

/** The most bytes of a file that are read: far more than a state has by its limits. */
const mostBytes = 256 * 1024 * 1024;

/** The reason why a file is not read, for people. */
export class UnreadableFileError extends Error {}

/**
 * The text of a file, without a byte order mark.
 *
 * @throws {UnreadableFileError} when it is no plain file, as a device or a pipe may have no end, or is
 *   too large.
 * @throws what Node throws where it is not there, or may not be read.
 */
export async function readPlainFile(file: string): Promise<string> {
  const found = await stat(file);
  if (found.isDirectory()) throw new UnreadableFileError("it is a folder");
  if (!found.isFile()) throw new UnreadableFileError("it is no plain file");
  if (found.size > mostBytes)
    throw new UnreadableFileError(`it has ${found.size} bytes, of which ${mostBytes} are read`);
  const text = await readFile(file, "utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

import { readFile, stat } from "node:fs/promises";

/** The largest file that is read, far beyond the limits of a state. */
const mostBytes = 256 * 1024 * 1024;

/** The reason why a file cannot be read, for the user. */
export class UnreadableFileError extends Error {}

/**
 * Reads a text file without its byte order mark.
 *
 * @throws {UnreadableFileError} when it is too large, or is a folder, device or pipe, which may have no end.
 * @throws the error of Node when the file does not exist, or may not be read.
 */
export async function readPlainFile(file: string): Promise<string> {
  const found = await stat(file);
  if (found.isDirectory()) throw new UnreadableFileError("it is a folder");
  if (!found.isFile()) throw new UnreadableFileError("it is not a regular file");
  if (found.size > mostBytes)
    throw new UnreadableFileError(`it has ${found.size} bytes, of which ${mostBytes} are read`);
  const text = await readFile(file, "utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

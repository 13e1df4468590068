import { MockStartError } from "../mock-start-error.ts";
import { errorReason } from "./error-reason.ts";
import { readPlainFile } from "./read-plain-file.ts";
import { syntaxPosition } from "./syntax-position.ts";

/**
 * Reads a file of the user's that has to be there and to be JSON.
 *
 * @param what the kind of file: `faults file`
 * @throws {MockStartError} when it cannot be read, or is no JSON: with line and column.
 */
export async function readJsonFile(what: string, file: string): Promise<unknown> {
  const text = await readText(what, file);
  try {
    return JSON.parse(text);
  } catch (error) {
    const { line, column } = syntaxPosition(text);
    throw new MockStartError(`${file}:${line}:${column}  the ${what} is no JSON from here on`, {
      cause: error,
    });
  }
}

async function readText(what: string, file: string): Promise<string> {
  try {
    return await readPlainFile(file);
  } catch (error) {
    throw new MockStartError(`${file}  the ${what} cannot be read: ${errorReason(error)}`, {
      cause: error,
    });
  }
}

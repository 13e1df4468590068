import { MockStartError } from "../mock-start-error.ts";
import { errorReason } from "./error-reason.ts";
import { readPlainFile } from "./read-plain-file.ts";
import { syntaxPosition } from "./syntax-position.ts";

/**
 * Reads a JSON file of the user.
 *
 * @param what the kind of file: `faults file`
 * @throws {MockStartError} when it cannot be read, or is not JSON, with line and column.
 */
export async function readJsonFile(what: string, file: string): Promise<unknown> {
  const text = await readText(what, file);
  try {
    return JSON.parse(text);
  } catch (error) {
    const { line, column } = syntaxPosition(text);
    throw new MockStartError(`${file}:${line}:${column}  the ${what} is not JSON from here on`, {
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

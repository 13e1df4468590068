import type { MockDescription } from "../../description.ts";
import { checkRule, parseFaultRules } from "../../faults/fault-rules.ts";
import type { FaultRule } from "../../types.ts";
import { MockStartError } from "../mock-start-error.ts";
import { readJsonFile } from "./read-json-file.ts";

/**
 * Reads a file of fault rules: a list, or an object with `rules`.
 *
 * @throws {MockStartError} when the file cannot be read, is not JSON, or has a rule that does not fit the
 * operations of the description.
 */
export async function readFaultsFile(
  file: string,
  { operations }: MockDescription,
): Promise<FaultRule[]> {
  const value = await readJsonFile("faults file", file);
  try {
    const rules = parseFaultRules(value);
    const descriptors = operations.map(({ operation }) => operation);
    const list = Array.isArray(value) ? "" : "/rules";
    for (const [index, rule] of rules.entries()) checkRule(rule, descriptors, `${list}/${index}`);
    return rules;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new MockStartError(`${file}  ${error.message}`, { cause: error });
  }
}

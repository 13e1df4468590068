import type TypeScript from "typescript";
import { member, object, type Parts } from "./call-input.ts";
import { literalMember } from "./literal-members.ts";
import type { LibraryCall } from "./library.ts";

/** Headers of a call, by where they stand in a call of the generated client. */
export interface DividedHeaders {
  readonly input: readonly Parts[];
  readonly options: readonly Parts[];
}

/**
 * Divides headers into parameters of the operation, which are input, and others, which are options.
 *
 * @param node the member `headers` of an object literal
 * @returns `undefined` if the names of the headers cannot be read
 */
export function dividedHeaders(
  { ts, checker, method: { operation } }: Pick<LibraryCall, "ts" | "checker" | "method">,
  node: TypeScript.Node,
  headers: TypeScript.Expression,
): DividedHeaders | undefined {
  const names = operation.parameters.filter((one) => one.in === "header").map((one) => one.name);
  if (names.length === 0 || lacksHeaders(checker, checker.getTypeAtLocation(headers), names))
    return { input: [], options: [[node]] };
  if (!ts.isObjectLiteralExpression(headers)) return undefined;
  const own: Parts[] = [];
  const others: Parts[] = [];
  for (const property of headers.properties) {
    if (ts.isSpreadAssignment(property)) {
      const spread = checker.getTypeAtLocation(property.expression);
      if (!lacksHeaders(checker, spread, names)) return undefined;
      others.push([property]);
      continue;
    }
    const read = literalMember(ts, property);
    if (read === undefined) return undefined;
    const [name, one] = read;
    const declared = names.find((known) => known.toLowerCase() === name.toLowerCase());
    if (declared === undefined) others.push([one.node]);
    else own.push(member(declared, one.value));
  }
  return {
    input: own.length > 0 ? [["header: ", ...object(own)]] : [],
    options: others.length > 0 ? [["headers: ", ...object(others)]] : [],
  };
}

/** True if headers have none of these names, since their type lists the names that they have. */
export function lacksHeaders(
  checker: TypeScript.TypeChecker,
  type: TypeScript.Type,
  names: readonly string[],
): boolean {
  if (checker.getIndexInfosOfType(type).length > 0 || type.getCallSignatures().length > 0)
    return false;
  const known = type.getProperties().map(({ name }) => name.toLowerCase());
  const isObject = known.length > 0 && !known.includes("append");
  return isObject && names.every((name) => !known.includes(name.toLowerCase()));
}

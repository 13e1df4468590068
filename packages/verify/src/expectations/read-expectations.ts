import { resolve } from "node:path";
import { readSourceFile, UsageError, visible } from "@openapi-packages/description";
import type { VerifiedApi } from "../description/verified-api.ts";
import { expectationProblems, unknownName } from "./expectation-problems.ts";
import type { Expectations } from "./expectations.ts";

/**
 * Reads a YAML or JSON file of expectations.
 *
 * @throws {UsageError} when it cannot be read, or does not match the description, with every place
 */
export function readExpectations(api: VerifiedApi, path: string): Expectations {
  const file = readSourceFile(resolve(path));
  const unreadable = file.diagnostics.filter(({ severity }) => severity === "error");
  const problems = unreadable.map(({ location, message }) => ({ location, message }));
  const value = file.value ?? {};
  const wrong =
    problems.length > 0
      ? problems
      : expectationProblems(api, value).map(({ pointer, message }) => ({
          location: file.locate(pointer),
          message,
        }));
  if (wrong.length === 0) return value as Expectations;
  const lines = wrong.map(
    ({ location: { file: name, line, column }, message }) =>
      `${visible(name)}:${line}:${column}  ${visible(message)}`,
  );
  throw new UsageError(lines.join("\n"));
}

/**
 * Checks the names in options.
 *
 * @throws {UsageError} when the description has no such security scheme, or the expectations do not match it
 */
export function checkNames(
  api: VerifiedApi,
  {
    expectations,
    credentials = {},
    otherCredentials = {},
    expiredCredentials = {},
    weakCredentials = {},
  }: {
    readonly expectations?: Expectations;
    readonly credentials?: Readonly<Record<string, string>>;
    readonly otherCredentials?: Readonly<Record<string, string>>;
    readonly expiredCredentials?: Readonly<Record<string, string>>;
    readonly weakCredentials?: Readonly<Record<string, string>>;
  },
): void {
  const schemes = Object.keys(api.description.mock.api.securitySchemes);
  const given = [credentials, otherCredentials, expiredCredentials, weakCredentials];
  const scheme = given.flatMap((one) => Object.keys(one)).find((name) => !schemes.includes(name));
  if (scheme !== undefined) throw new UsageError(unknownName("security scheme", scheme, schemes));
  const problems = expectations === undefined ? [] : expectationProblems(api, expectations);
  if (problems.length === 0) return;
  const lines = problems.map(({ pointer, message }) => `expectations${pointer}: ${message}`);
  throw new UsageError(lines.join("\n"));
}

import { escapePointerToken } from "@openapi-packages/runtime/internals";
import { member } from "@openapi-packages/description";
import type { NotCovered } from "../../coverage/coverage.ts";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import { oneLine } from "../../report/report-text.ts";
import type { VerifyReport } from "../../report/report.ts";
import { leftAlone } from "../../run/left-alone.ts";
import type { ServerRunOptions } from "../../run/options.ts";
import { applicableSchemas } from "../../schema/members.ts";
import { bodySchema } from "../../schema/request-place.ts";
import { Secrets, variableOf } from "../../shown/secrets.ts";

/** What a run lacked for an operation. */
interface Lack extends NotCovered {
  readonly operation: VerifiedOperation;
}

const head = `# What the description of the service does not say, for verify. Comments are what a run could not reach.
# Fill in the value of a line, remove the # before it and before the lines that it stands below, and name this
# file in verify.expectations of the configuration.`;

/**
 * Returns a first file of expectations (YAML): what a run against a server lacked, as comments with the reasons.
 * It contains names, not values, so that no secret is in it.
 */
export function firstExpectations(
  api: VerifiedApi,
  { coverage }: VerifyReport,
  options: ServerRunOptions,
): string {
  const secrets = Secrets.of(api.description.mock.api, options, options.secretNames);
  const refused = api.operations.filter((operation) => isRefused(api, operation, options));
  const lacks = coverage.flatMap(({ operationId, missing }) => {
    const operation = api.find(operationId);
    if (operation === undefined) return [];
    const isOwn = ({ how }: NotCovered): boolean => !how.startsWith("name it in destructive");
    return missing
      .filter(isOwn)
      .map(({ what, how }) => ({ operation, what: secrets.hide(what), how }));
  });
  const needed = neededParameters(lacks);
  const sections = [
    [head],
    parameterLines(needed),
    inputLines(api, lacks, needed),
    destructiveLines(refused),
    otherLines(lacks.filter(({ how }) => !/^(?:parameters|inputs|credentials)\b/.test(how))),
    credentialLines(api, options),
  ];
  const text = sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
  return `${text}\n`;
}

/** True if an operation was not called because it changes or deletes data. */
function isRefused(
  api: VerifiedApi,
  operation: VerifiedOperation,
  { disposable = false, expectations = {} }: ServerRunOptions,
): boolean {
  const isExcluded = expectations.leaveAlone?.includes(operation.id) === true;
  return !isExcluded && leftAlone(api, operation, disposable, expectations) !== undefined;
}

/** Groups the reasons by the parameters that would help. */
function neededParameters(lacks: readonly Lack[]): Map<string, string[]> {
  const needed = new Map<string, string[]>();
  for (const { operation, what, how } of lacks) {
    const [isParameter, named] = /^parameters(?:\.(.+))?$/s.exec(how) ?? [];
    if (isParameter === undefined) continue;
    const inPath = operation.model.parameters.filter((one) => one.in === "path");
    for (const name of named === undefined ? inPath.map((one) => one.name) : [named])
      needed.set(name, [...(needed.get(name) ?? []), reason(`${operation.id}: ${what}`)]);
  }
  return needed;
}

function parameterLines(needed: ReadonlyMap<string, readonly string[]>): string[] {
  if (needed.size === 0) return [];
  const lines = [...needed].flatMap(([name, why]) => [...new Set(why), `#  ${key(name)}: ""`]);
  return ["# Identifiers of records that are there.", "#parameters:", ...lines];
}

/** Returns the parts of inputs that operations need besides those parameters, with all reasons. */
function inputLines(
  api: VerifiedApi,
  lacks: readonly Lack[],
  needed: ReadonlyMap<string, unknown>,
): string[] {
  const asked = lacks.filter(({ how }) => /^inputs\b/.test(how));
  const operations = [...new Set(asked.map(({ operation }) => operation))];
  const lines = operations.flatMap((operation) => {
    const places = placeLines(api, operation, needed);
    if (places.length === 0) return [];
    const why = asked.filter((one) => one.operation === operation).map(({ what }) => reason(what));
    return [...new Set(why), `#  ${key(operation.id)}:`, ...places];
  });
  if (lines.length === 0) return [];
  return [
    "# Inputs that the service takes. Keep the parts that it asks for.",
    "#inputs:",
    ...lines,
  ];
}

/** Returns the required parts of an input, or if there are none, all. */
function placeLines(
  api: VerifiedApi,
  operation: VerifiedOperation,
  needed: ReadonlyMap<string, unknown>,
): string[] {
  const parameters = operation.model.parameters.filter(({ name }) => !needed.has(name));
  const locations = (["path", "query", "header", "cookie"] as const).flatMap((location) => {
    const own = parameters.filter((one) => one.in === location);
    const names = requiredOrAll(own, ({ required }) => required).map(({ name }) => name);
    return names.length === 0
      ? []
      : [`#    ${location}:`, ...names.map((name) => `#      ${key(name)}: null`)];
  });
  const schemas = applicableSchemas(
    api.description.model.document,
    bodySchema(operation, undefined)?.json,
  );
  const members = schemas.flatMap((one) => Object.keys(member(one, "properties") ?? {}));
  const required = new Set(schemas.flatMap((one) => requiredOf(one)));
  const pointers = requiredOrAll([...new Set(members)], (name) => required.has(name)).map(
    (name) => `#      ${key(`/${escapePointerToken(name)}`)}: null`,
  );
  const hasBody = operation.model.requestBody !== undefined;
  const body = pointers.length === 0 ? ["#    body: null"] : ["#    bodyParts:", ...pointers];
  return [...locations, ...(hasBody ? body : [])];
}

function requiredOf(schema: object): readonly unknown[] {
  const required: unknown = member(schema, "required");
  return Array.isArray(required) ? required : [];
}

function requiredOrAll<Item>(items: readonly Item[], isRequired: (item: Item) => boolean): Item[] {
  const required = items.filter(isRequired);
  return required.length === 0 ? [...items] : required;
}

function destructiveLines(operations: readonly VerifiedOperation[]): string[] {
  if (operations.length === 0) return [];
  return [
    "# Operations that change or delete data, and were left alone. Name those that may be called, or pass",
    "# --disposable if the server exists only for the test.",
    "#destructive:",
    ...operations.map(
      ({ id, model }) => `#  - ${key(id)} # ${oneLine(`${model.method} ${model.path}`)}`,
    ),
  ];
}

function otherLines(lacks: readonly Lack[]): string[] {
  if (lacks.length === 0) return [];
  const lines = lacks.map(({ operation, what, how }) =>
    oneLine(`# - ${operation.id}: ${what} (${how})`),
  );
  return ["# Not reached for other reasons.", ...new Set(lines)];
}

/** Returns the security schemes with the variables of their credentials, which are given outside of the file. */
function credentialLines(api: VerifiedApi, options: ServerRunOptions): string[] {
  const schemes = Object.keys(api.description.mock.api.securitySchemes);
  if (schemes.length === 0) return [];
  const lines = schemes.map((scheme) => {
    const variable = options.secretNames?.credentials?.[scheme] ?? variableOf(scheme);
    const isGiven = options.credentials?.[scheme] !== undefined;
    return oneLine(`# --credential '${scheme}=\${${variable}}' (${isGiven ? "" : "not "}given)`);
  });
  return ["# Credentials stay in the environment, and are given on the command line:", ...lines];
}

/** Returns untrusted text as a comment beside the lines to fill in, which stays one without their `#`. */
const reason = (text: string): string => `#  # ${oneLine(text)}`;

/** Returns a name as YAML: quoted, unless it is plain and no value of another type. */
function key(name: string): string {
  const isPlain =
    /^[/A-Za-z][\w/-]*$/.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(name);
  return isPlain ? name : oneLine(JSON.stringify(name));
}

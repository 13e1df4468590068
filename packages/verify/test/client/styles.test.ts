import {
  call,
  createClientCore,
  describedApi,
  describedOperation,
} from "@openapi-packages/runtime/client";
import type { ParameterDescriptor, ParameterStyle } from "@openapi-packages/runtime";
import {
  tableClient,
  verifyClient,
  type ClientAdapter,
  type VerifyReport,
} from "@openapi-packages/verify";
import type { Description } from "@openapi-packages/compiler";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const list = "{ type: array, items: { type: string }, minItems: 2, example: [red, blue] }";
const object =
  "{ type: object, required: [r, g], properties: { r: { type: integer }, g: { type: integer } }, example: { r: 100, g: 200 } }";

/** The styles of OpenAPI 3.1, "Style Values". */
const rows = [
  ["path", "simple", false, list],
  ["path", "simple", true, object],
  ["path", "label", false, list],
  ["path", "label", true, object],
  ["path", "matrix", false, list],
  ["path", "matrix", true, list],
  ["query", "form", true, list],
  ["query", "form", false, list],
  ["query", "form", false, object],
  ["query", "spaceDelimited", false, list],
  ["query", "pipeDelimited", false, list],
  ["query", "deepObject", true, object],
  ["header", "simple", true, object],
  ["cookie", "form", false, list],
] as const;

const operationId = (index: number): string => `Read${index}`;

const paths = rows.map(
  ([location, style, explode, schema], index) => `
  /${index}/${location === "path" ? "{color}" : ""}:
    get:
      operationId: ${operationId(index)}
      parameters:
        - { name: color, in: ${location}, required: true, style: ${style}, explode: ${explode}, schema: ${schema} }
      responses: { "204": { description: Done. } }`,
);

let description: Promise<Description> | undefined;

const described = (): Promise<Description> =>
  (description ??= read(
    `openapi: 3.1.0\ninfo: { title: Styles, version: 1.0.0 }\npaths:${paths.join("")}\n`,
  ));

/** The runtime's own client, whose parameters may be described in another way. */
function clientOf(
  { mock }: Description,
  change: (parameter: ParameterDescriptor) => ParameterDescriptor,
): ClientAdapter {
  return tableClient((input, { baseUrl, operation, signal }) => {
    const core = createClientCore(describedApi(mock.api), { baseUrl, retries: 0 });
    const own = mock.operations.find((one) => one.operation.operationId === operation.operationId);
    const { parameters = [], ...rest } = own?.operation ?? { responses: {}, ...operation };
    const changed = describedOperation({ ...rest, parameters: parameters.map(change) });
    return call(core, changed, input, { signal });
  });
}

async function verified(
  change: (parameter: ParameterDescriptor) => ParameterDescriptor,
  operations?: readonly string[],
): Promise<VerifyReport> {
  const known = await described();
  return verifyClient({
    description: known,
    client: clientOf(known, change),
    ...(operations && { operations }),
  });
}

test("a client that writes parameters in all styles has no failure", async () => {
  const { failures, errors } = await verified((parameter) => parameter);
  expect(failures.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  expect(errors).toEqual([]);
});

/** What a client may take for the style. */
const mistaken: Readonly<Record<string, readonly [style: ParameterStyle, explode: boolean]>> = {
  "path simple false": ["label", false],
  "path simple true": ["simple", false],
  "path label false": ["simple", false],
  "path label true": ["label", false],
  "path matrix false": ["matrix", true],
  "path matrix true": ["matrix", false],
  "query form true": ["form", false],
  "query form false": ["form", true],
  "query spaceDelimited false": ["form", true],
  "query pipeDelimited false": ["form", true],
  "query deepObject true": ["form", true],
  "header simple true": ["simple", false],
  "cookie form false": ["form", true],
};

test.each(rows.map((row, index) => [...row, index] as const))(
  "finds that a parameter in %s is not %s, explode %s",
  async (location, style, explode, _, index) => {
    const [other, isExploded] = mistaken[`${location} ${style} ${explode}`] ?? [style, !explode];
    const change = (parameter: ParameterDescriptor): ParameterDescriptor => ({
      ...parameter,
      style: other,
      explode: isExploded,
    });
    const { failures } = await verified(change, [operationId(index)]);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures[0]?.check).toMatch(/^request/);
  },
);

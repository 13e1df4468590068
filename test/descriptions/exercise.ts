/**
 * Calls every mock of descriptions in process: the generated client sends what the generator made
 * up as input, the mock answers, and the contract's validators judge what the client reads.
 *
 * Run with the condition `@openapi-packages/source` and the folders of the descriptions' packages; prints a
 * line of JSON for each.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { getResponse } from "msw";
import type { OperationValidators } from "../../packages/runtime/src/index.ts";
import { callTogether } from "./call-together.ts";
import type { MockCase, Subject, Verdict } from "./mock-case.ts";

for (const folder of process.argv.slice(2)) console.log(JSON.stringify(await judge(folder)));

async function judge(folder: string): Promise<readonly Verdict[]> {
  const cases = JSON.parse(readFileSync(join(folder, "cases.json"), "utf8")) as MockCase[];
  const verdicts: Verdict[] = [];
  try {
    const subject = await loadSubject(folder);
    const mocked = mock(subject);
    for (const one of cases)
      verdicts.push({ id: one.id, reason: await refusal(subject, mocked, one) });
    const callable = cases.filter(
      // An operation that documents errors alone is answered with 200 where nobody asks for one of them.
      ({ input, status }) => input !== undefined && status !== undefined && status < 400,
    );
    verdicts.push(...(await callTogether(subject, callable, { inputOf, bodyRefusal })));
  } catch (error) {
    verdicts.push({ id: "", reason: `the packages do not load: ${String(error)}` });
  }
  return verdicts;
}

async function loadSubject(folder: string): Promise<Subject> {
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(folder, path)).href);
  const mocks = (await load("mocks/src/index.ts")) as Subject["mocks"];
  const { createClient } = (await load("client/src/index.ts")) as Subject;
  const { validators } = (await load("contract/src/validators.ts")) as Subject;
  const { operationTable } = (await load("contract/src/operation-table.ts")) as Subject;
  return { mocks, createClient, validators, operationTable };
}

async function refusal(
  subject: Subject,
  mocked: Mocked,
  one: MockCase,
): Promise<string | undefined> {
  if (one.input === undefined) return "no input conforms to its parameters and body";
  try {
    return await answerRefusal(subject, mocked, one, inputOf(one));
  } catch (error) {
    return `${String(error)} ${String((error as Error).cause ?? "")}`.split("\n")[0];
  }
}

/** The mock of a description, which remembers nothing, and what it found wrong with its own answers. */
interface Mocked {
  readonly mock: ReturnType<Subject["mocks"]["createMock"]>;
  readonly problems: unknown[];
}

function mock({ mocks }: Subject): Mocked {
  const problems: unknown[] = [];
  const options = {
    baseUrl: "http://mock.test",
    state: false,
    validateResponses: "strict",
    onError: ({ error }: { error: unknown }) => problems.push(error),
  };
  return { mock: mocks.createMock(options), problems };
}

async function answerRefusal(
  { createClient, validators }: Subject,
  { mock: mocked, problems }: Mocked,
  one: MockCase,
  input: object,
): Promise<string | undefined> {
  const handler = mocked.handler(one.id);
  problems.length = 0;
  const client = createClient({
    retries: 0,
    baseUrl: "http://mock.test",
    auth: "secret",
    fetch: async (request: Request) => {
      // An operation that documents errors alone answers with one of them where it is asked for.
      if (one.status !== undefined && one.status >= 400)
        request.headers.set("prefer", `code=${one.status}`);
      const response = await getResponse([handler], request);
      if (response === undefined) throw new Error("the mock leaves the request to others");
      const { status } = response;
      if (problems.length > 0) throw problems[0];
      if (status !== one.status) throw new Error(`${status} ${await response.text()}`);
      return response;
    },
  });
  const call = client[one.group]?.[one.method];
  if (call === undefined) return `the client has no ${one.group}.${one.method}`;
  const { status, body, headers } = await call.call(client[one.group], input).result();
  return bodyRefusal(validators[one.id]?.responses ?? {}, status, headers, body);
}

async function bodyRefusal(
  responses: NonNullable<OperationValidators["responses"]>,
  status: number,
  headers: Headers,
  body: unknown,
): Promise<string | undefined> {
  const byMediaType =
    responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses["default"] ?? {};
  const essence = (text: string): string => (text.split(";")[0] ?? "").trim().toLowerCase();
  const own = essence(headers.get("content-type") ?? "");
  const validate = Object.entries(byMediaType).find(([name]) => essence(name) === own)?.[1];
  if (validate === undefined) return undefined;
  for await (const value of isStream(body) ? body : [body])
    if (!validate(value)) return `the answer does not conform: ${JSON.stringify(validate.errors)}`;
  return undefined;
}

function isStream(body: unknown): body is AsyncIterable<unknown> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

function inputOf({ input = {}, kind, isStream: isSequence, mediaType, files }: MockCase): object {
  const { body } = input;
  if (body === undefined || kind === undefined) return input;
  if (kind === "binary") {
    const type = mediaType?.includes("*") === true ? "application/octet-stream" : mediaType;
    return { ...input, body: new Blob([String(body)], { type: type ?? "" }) };
  }
  if (isSequence === true || files.length === 0) return input;
  const form = { ...(body as Record<string, unknown>) };
  const toFile = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(toFile) : new File([String(value)], "example.txt");
  for (const name of files) form[name] = toFile(form[name]);
  return { ...input, body: form };
}

import type { OperationDescriptor } from "../../packages/runtime/src/index.ts";
import type { AnyClient, MockCase, Subject, Verdict } from "./mock-case.ts";

/** How often every operation is called, each time in another order. */
const rounds = 3;

interface Exercise {
  inputOf(one: MockCase): object;
  bodyRefusal(
    responses: object,
    status: number,
    headers: Headers,
    body: unknown,
  ): Promise<string | undefined>;
}

/**
 * Calls all operations through one client and one mock, in random order and several times: what
 * operations share must remember none of them. Each request has to have its operation's own method and
 * path and be the same in every round, and each answer has to be of the operation's own type.
 */
export async function callTogether(
  subject: Subject,
  cases: readonly MockCase[],
  exercise: Exercise,
): Promise<Verdict[]> {
  const sent: Request[] = [];
  const mock = subject.mocks.createMock({ state: false, validateResponses: "strict" });
  const client = subject.createClient({
    retries: 0,
    baseUrl: "http://mock.test",
    auth: "secret",
    fetch: (request: Request) => {
      sent.push(request.clone());
      return mock.fetch(request);
    },
  });
  const first = new Map<string, string>();
  const verdicts: Verdict[] = [];
  for (const one of shuffled(cases)) {
    sent.length = 0;
    const reason = await refusal(subject, client, one, exercise, sent).catch(String);
    const request = await textOf(sent[0]);
    if (reason !== undefined) verdicts.push({ id: `${one.id} among others`, reason });
    else if ((first.get(one.id) ?? request) !== request)
      verdicts.push({ id: `${one.id} again`, reason: `${first.get(one.id)} became ${request}` });
    first.set(one.id, request);
  }
  return verdicts;
}

async function refusal(
  { operationTable, validators }: Subject,
  client: AnyClient,
  one: MockCase,
  { inputOf, bodyRefusal }: Exercise,
  sent: readonly Request[],
): Promise<string | undefined> {
  const call = client[one.group]?.[one.method];
  const operation = operationTable[one.id];
  if (call === undefined || operation === undefined) return "it is neither called nor described";
  const { status, body, headers } = await call(inputOf(one)).result();
  const [request] = sent;
  if (request === undefined || !isOf(operation, request))
    return `sent ${request?.method} ${request?.url}`;
  if (status !== one.status) return `answered ${status} instead of ${one.status}`;
  return bodyRefusal(validators[one.id]?.responses ?? {}, status, headers, body);
}

/** Whether a request has the method of an operation and a path of its template. */
function isOf({ method, path, parameters = [] }: OperationDescriptor, request: Request): boolean {
  const [template = ""] = path.split(/[?#]/);
  const several = parameters.find(({ multiSegment }) => multiSegment)?.name;
  // Text and names of parameters take turns.
  const parts = template.split(/[{}]/).map((text, index) => {
    if (index % 2 === 1) return text === several ? ".*" : "[^/]*";
    // Braces that hold no name are encoded already.
    const encoded = encodeURI(text).replaceAll(/%25(?=7[BD])/g, "%");
    return encoded.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  });
  const { pathname } = new URL(request.url);
  const decoded = encodeURI(decodeURI(pathname));
  const pattern = new RegExp(`^${parts.join("")}$`);
  return request.method === method && (pattern.test(pathname) || pattern.test(decoded));
}

/** A request as text, but for what is random in it. */
async function textOf(request: Request | undefined): Promise<string> {
  if (request === undefined) return "nothing";
  const boundary = /boundary="?([^";]+)/.exec(request.headers.get("content-type") ?? "")?.[1];
  const headers = [...request.headers].filter(([name]) => !/idempotency-key/i.test(name));
  const text = [request.method, request.url, JSON.stringify(headers), await request.text()];
  return boundary === undefined ? text.join(" ") : text.join(" ").replaceAll(boundary, "boundary");
}

/** All cases several times, in random order. */
function shuffled(cases: readonly MockCase[]): MockCase[] {
  const all = Array.from({ length: rounds }, () => cases).flat();
  for (let end = all.length - 1; end > 0; end -= 1) {
    const other = Math.floor(Math.random() * (end + 1));
    [all[end], all[other]] = [all[other] as MockCase, all[end] as MockCase];
  }
  return all;
}

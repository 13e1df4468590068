/**
 * Calls services as the first page of their documentation shows it: each call once with the answer that the
 * service gives in practice, and once with the mock of its description. Prints what came of each, as JSON.
 *
 * Run with the condition `@openapi-packages/source` and the folder of the description's packages.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

type Input = Readonly<Record<string, unknown>>;
type Client = Readonly<Record<string, Record<string, (input?: Input) => PromiseLike<unknown>>>>;

interface Packages {
  createClient(options: object): Client;
  createMock(options: object): { readonly fetch: (request: Request) => Promise<Response> };
}

/** A call, and the answer of the service. */
interface FirstCall {
  readonly group: string;
  readonly method: string;
  readonly input?: Input;
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
}

const json = "application/json; charset=utf-8";
const repository = { owner: "octocat", repo: "hello" };
const wrongZone = '{"success":false,"errors":[{"code":1061,"message":"a.example already exists"}]}';
const noCard = '{"error":{"type":"card_error","message":"Your card was declined.","param":"card"}}';

const calls: readonly FirstCall[] = [
  {
    group: "petstore",
    method: "addPet",
    input: { body: { name: "doggie" } },
    status: 200,
    type: "application/json",
    body: '{"id":1,"name":"doggie"}',
  },
  {
    group: "petstore",
    method: "getPetById",
    input: { path: { petId: 1 } },
    status: 200,
    type: "application/json",
    body: '{"id":1,"name":"doggie"}',
  },
  { group: "petstore", method: "deletePet", input: { path: { petId: 1 } }, status: 200 },
  {
    group: "petstore",
    method: "createUser",
    input: { body: {} },
    status: 200,
    type: "application/json",
    body: '{"code":200,"message":"10"}',
  },
  {
    group: "placeholder",
    method: "createPost",
    input: { body: { title: "foo" } },
    status: 201,
    type: json,
    body: '{"id":101}',
  },
  {
    group: "chat",
    method: "chatPostMessage",
    input: { body: { channel: "C1", text: "Hello" } },
    status: 200,
    type: json,
    body: '{"ok":true}',
  },
  { group: "mail", method: "sendMail", input: { body: {} }, status: 202 },
  {
    group: "payments",
    method: "postCustomers",
    input: { body: { name: "Jenny" } },
    status: 402,
    type: "application/json",
    body: noCard,
  },
  {
    group: "code",
    method: "activityStarRepo",
    input: { path: repository },
    status: 204,
  },
  {
    group: "code",
    method: "reposDownloadTarballArchive",
    input: { path: { ...repository, ref: "main" } },
    status: 200,
    type: "application/x-gzip",
    body: "gzip",
  },
  {
    group: "code",
    method: "reposGetContributorsStats",
    input: { path: repository },
    status: 202,
    type: json,
    body: "{}",
  },
  {
    group: "monsters",
    method: "pokemonRead",
    input: { path: { name: "ditto" } },
    status: 200,
    type: json,
    body: '{"id":132}',
  },
  {
    group: "boards",
    method: "postBoards",
    input: { query: { name: "a" } },
    status: 200,
    type: json,
    body: '{"id":"5abb"}',
  },
  {
    group: "weather",
    method: "currentWeatherData",
    input: { query: { q: "London" } },
    status: 401,
    type: json,
    body: '{"cod":401, "message": "Invalid API key."}',
  },
  {
    group: "machines",
    method: "dropletsDestroy",
    input: { path: { droplet_id: 1 } },
    status: 204,
  },
  { group: "containers", method: "systemPing", status: 200, type: "text/plain", body: "OK" },
  {
    group: "zones",
    method: "zonesPost",
    input: { body: {} },
    status: 400,
    type: "application/json",
    body: wrongZone,
  },
  { group: "echo", method: "anything", status: 200, type: "application/json", body: '{"args":{}}' },
];

const [folder = ""] = process.argv.slice(2);
const load = async <Part extends keyof Packages>(path: string): Promise<Pick<Packages, Part>> =>
  (await import(pathToFileURL(join(folder, path)).href)) as Packages;
const { createClient } = await load<"createClient">("client/src/index.ts");
const { createMock } = await load<"createMock">("mocks/src/index.ts");
const baseUrl = "https://first.example";
const mock = createMock({ baseUrl, state: false });

async function outcome(fetch: (request: Request) => Promise<Response>, call: FirstCall) {
  const client = createClient({ fetch, retries: 0, auth: "special-key" });
  try {
    const run = client[call.group]?.[call.method];
    if (run === undefined) return `there is no ${call.group}.${call.method}`;
    const output = await run(call.input);
    return output instanceof Blob ? `${output.type} of ${output.size} bytes` : { output };
  } catch (error) {
    return String(error);
  }
}

const outcomes: { [call: string]: { live: unknown; mock: unknown } } = {};
for (const call of calls) {
  const { status, type, body } = call;
  const bytes = body === undefined ? null : new TextEncoder().encode(body);
  const headers = type === undefined ? {} : { "content-type": type };
  const live = await outcome(async () => new Response(bytes, { status, headers }), call);
  const mocked = await outcome(mock.fetch, call);
  outcomes[call.method] = { live, mock: typeof mocked === "string" ? mocked : "answered" };
}
console.log(JSON.stringify(outcomes));

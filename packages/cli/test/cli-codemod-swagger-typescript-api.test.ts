import { join } from "node:path";
import { expect, it } from "vitest";
import { readTree, runCli } from "../../../generator/test/support.ts";
import { codemodApp, compiled, folderOptions, listed, run } from "./codemod-app.ts";
import { libraryDescription, libraryService } from "./library-service.ts";

/** A client in the form of swagger-typescript-api's, whose enum is the one of the description. */
const client = `// ## THIS FILE WAS GENERATED VIA SWAGGER-TYPESCRIPT-API ##
import { service } from "../service.ts";
export interface Book { book_id: string; title: string; genre?: Genre }
export interface NewBook { title: string; genre?: Genre }
export type Genre = "novel" | "poem";
export const Genre = { Novel: "novel", Poem: "poem" } as const;
export interface RequestParams { headers?: Record<string, string>; signal?: AbortSignal; credentials?: "omit"; secure?: boolean; format?: string; type?: ContentType }
export type ContentType = "application/json";
export const ContentType = { Json: "application/json" } as const;
export interface HttpResponse<Data, Failure = unknown> extends Response { data: Data; error: Failure }
interface Full extends RequestParams { path: string; method: string; query?: Record<string, unknown>; body?: unknown }
class HttpClient<Security> {
  baseUrl = "https://api.example.com";
  securityData: Security | null = null;
  constructor(config: { baseUrl?: string; customFetch?: typeof fetch; baseApiParams?: RequestParams; securityWorker?: (data: Security | null) => unknown } = {}) {
    Object.assign(this, config);
  }
  setSecurityData = (data: Security | null): void => { this.securityData = data; };
  request = async <D, E>({ path, query = {}, method, headers, body: given }: Full): Promise<HttpResponse<D, E>> => {
    const target = new URL(path, this.baseUrl);
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, String(value));
    const body = given === undefined ? undefined : JSON.stringify(given);
    const response = (await service(new Request(target, { method, headers, body }))) as HttpResponse<D, E>;
    const text = await response.clone().text();
    const parsed = text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : undefined;
    if (response.ok) response.data = parsed;
    else response.error = parsed;
    if (!response.ok) throw response;
    return response;
  };
}
export class Api<Security extends unknown> extends HttpClient<Security> {
  books = {
    listBooks: (query?: { limit?: number }, params: RequestParams = {}) =>
      this.request<Book[], any>({ path: \`/books\`, method: "GET", query: query, format: "json", ...params }),
    createBook: (data: NewBook, params: RequestParams = {}) =>
      this.request<Book, { message: string }>({ path: \`/books\`, method: "POST", body: data, format: "json", ...params }),
    getBook: (bookId: string, params: RequestParams = {}) =>
      this.request<Book, { message: string }>({ path: \`/books/\${encodeURIComponent(bookId)}\`, method: "GET", format: "json", ...params }),
    deleteBook: (bookId: string, params: RequestParams = {}) =>
      this.request<void, { message: string }>({ path: \`/books/\${bookId}\`, method: "DELETE", ...params }),
    watchBook: (bookId: string, params: RequestParams = {}) =>
      this.request<unknown, any>({ path: \`/books/\${bookId}/events\`, method: "GET", ...params }),
  };
}
`;

const description = libraryDescription
  .replaceAll(
    "title: { type: string } }",
    'title: { type: string }, genre: { $ref: "#/components/schemas/Genre" } }',
  )
  .replace("  schemas:\n", "  schemas:\n    Genre: { type: string, enum: [novel, poem] }\n");

const created = `import { Api } from "./library/Api.ts";
import { service } from "./service.ts";

const customFetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => service(new Request(input, init));
export const api = new Api<string>({ baseUrl: "https://api.example.com", customFetch, baseApiParams: { credentials: "omit" } });
`;

const app = `import { ContentType, Genre, type Book, type NewBook } from "./library/Api.ts";
import { api } from "./client.ts";

const lines: unknown[] = [];
const id = "7";
const draft: NewBook = { title: "Emma", genre: Genre.Novel };
const titleOf = (book: Book): string => book.title;
const { signal } = new AbortController();

const all = await api.books.listBooks();
lines.push(all.data.length, all.data[0]?.title);
const { data: few } = await api.books.listBooks({ limit: 2 }, { signal });
lines.push(few[0]?.book_id);
const { data } = await api.books.getBook(id);
lines.push(titleOf(data), draft.genre === Genre.Poem);
lines.push((await api.books.getBook(id, { headers: { "x-trace": "t", "x-own": "o" } })).data.title);
const second = await api.books.getBook((await api.books.createBook(draft)).data.book_id);
const third = await api.books.createBook({ title: second.data.title }, undefined);
lines.push(third.data.title, titleOf((await api.books.getBook(third.data.book_id)).data));
const [first, { data: fourth }] = await Promise.all([api.books.listBooks(), api.books.getBook(id, { format: "json" })]);
lines.push(first.data.length, fourth.title);
lines.push(await api.books.getBook(id).then((answer) => answer.data.title));
lines.push(await api.books.getBook(id).then(({ data }) => titleOf(data)));
await api.books.createBook(draft, { type: ContentType.Json, format: "json" });
const isFound = async (book: string): Promise<boolean> => {
  try {
    await api.books.getBook(book);
    return true;
  } catch {
    return false;
  }
};
lines.push(await isFound("none"), await isFound(id));
await api.books.deleteBook(id);
console.log(JSON.stringify(lines));
`;

const left = `import { Api, type HttpResponse, type Genre } from "./library/Api.ts";
import { api } from "./client.ts";

export const other = new Api({ securityWorker: () => undefined });
export const genre: Genre = "poem";
api.setSecurityData("token");
export const odd = async (of: Api<string>): Promise<unknown> => {
  const whole: HttpResponse<unknown> = await of.books.getBook("1");
  const answer = await api.books.getBook("1");
  await api.books.listBooks({}, { secure: false });
  await api.books.watchBook("1");
  await api.books.getBook("1", { format: "blob" });
  await api.books.getBook("1").then(({ data }) => data.title, (problem) => problem.error);
  await api.books.getBook("1").then(console.log).catch(() => undefined);
  await api.books.getBook("1").then(() => 1).catch(console.error);
  try {
    return (await api.books.getBook("1")).data.title;
  } catch (error) {
    return [answer.status, whole, error];
  }
};
`;

const generated = {
  "src/library/Api.ts": client,
  "src/service.ts": libraryService,
  "src/client.ts": created,
};
const from = ["codemod", ...folderOptions, "--from", "swagger-typescript-api"];

it("turns calls with arguments in an order into calls of methods, which compile and mean the same", async () => {
  const cwd = await codemodApp(description, { ...generated, "src/app.ts": app });
  expect(compiled(cwd)).toBe("");
  const before = run(cwd);
  const { code, stdout } = await runCli(from, { cwd });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining("2 edited, 0 left"),
  });
  const { "app.ts": text = "", "client.ts": later = "" } = readTree(join(cwd, "src"));
  expect(text + later).not.toContain("library/");
  expect(later).toContain('fetch: customFetch, credentials: "omit" });');
  expect(text).toContain('genre: "novel" }');
  expect(compiled(cwd)).toBe("");
  expect(run(cwd)).toEqual(before);
});

it("lists the calls of swagger-typescript-api that it leaves, and what changes for a catch", async () => {
  const cwd = await codemodApp(description, { ...generated, "src/left.ts": left });
  const { code, stdout } = await runCli(from, { cwd });
  expect(code).toBe(1);
  expect(listed(stdout, "left alone")).toEqual([
    "left.ts:3:20 the generated client has no type HttpResponse for a schema of that name",
    "left.ts:6:37 the credential is the option auth: a text, or a function that returns one",
    "left.ts:8:1 the credential is the option auth of createClient: a text, or a function that returns one",
    "left.ts:9:31 Api is used here, not called",
    "left.ts:10:46 its result is passed on, not only its data: call books.getBook",
    "left.ts:11:24 the call answers with the body alone, and .result() has status: call books.getBook",
    "left.ts:12:9 a call has no option secure: call books.listBooks",
    "left.ts:13:9 it answers with a stream: iterate over the call: call books.watchBook",
    "left.ts:14:9 a call has no option format: call books.getBook",
    "left.ts:16:9 its result is passed on, not only its data: call books.getBook",
  ]);
  const error = "the error is an ApiError: it has the same status, and its body is what error was";
  expect(listed(stdout, "review")).toEqual([
    `left.ts:15:82 ${error}`,
    `left.ts:17:75 ${error}`,
    `left.ts:20:5 ${error}`,
  ]);
});

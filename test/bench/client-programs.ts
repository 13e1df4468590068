import { linkPackages } from "./clients.ts";
import { exchanges } from "./exchanges.ts";
import { oazapfts, ours, peer, type Tool } from "./tools.ts";

/** A client that is called and bundled. */
export interface ProgramClient {
  readonly name: string;
  /** What it does with a call beside sending it and reading JSON. */
  readonly has: string;
  /** What generates it; none where it is the same for every description. */
  readonly tool?: Tool;
  /** The subfolder that it is generated into. */
  readonly out: string;
  readonly prepare?: (folder: string) => void;
  /** The file, from `out`, whose exports are functions of operations. Left out: calls are not by function. */
  readonly functions?: string;
  /** A module that exports `get`, `list` and `post`: each makes the call of {@link exchanges} and gives its body. */
  readonly calls: string;
  /** A program that holds what the client needs for the functions of some operations. */
  readonly uses: (use: Use) => string;
}

/** What a program uses of a client. */
export interface Use {
  /** Its names of the operations' functions; empty where it has none. */
  readonly functions: readonly string[];
  /** The same operations as this repository's client has them. */
  readonly groups: readonly GroupUse[];
}

/** Some operations of one group: its file, and their functions in it. */
export interface GroupUse {
  readonly fileName: string;
  readonly functions: readonly string[];
}

const { id, query, body } = exchanges;
const base = JSON.stringify("http://127.0.0.1");
const [assistantId, written] = [JSON.stringify(id), JSON.stringify(body)];
const pages = JSON.stringify(query);

const holding = (file: string, setUp: readonly string[] = []) => {
  return ({ functions }: Use): string => {
    const names = [...setUp, ...functions].join(", ");
    return `import { ${names} } from ${JSON.stringify(file)};\nglobalThis.used = [${names}];`;
  };
};

const whole = (from: string) => () =>
  `import client from ${JSON.stringify(from)};\nglobalThis.used = client;`;

/** The clients: what most people would write with each of them. */
export const programClients: readonly ProgramClient[] = [
  {
    name: "raw fetch",
    has: "",
    out: "raw",
    calls: `const read = async (response) => {
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
};
const path = ${base} + "/assistants";
const headers = { "content-type": "application/json" };
export const get = async () => read(await fetch(path + "/" + encodeURIComponent(${assistantId})));
export const list = async () => read(await fetch(path + "?" + new URLSearchParams(${pages})));
export const post = async () =>
  read(await fetch(path, { method: "POST", headers, body: JSON.stringify(${written}) }));`,
    uses: () => "globalThis.used = globalThis.fetch;",
  },
  {
    name: "openapi-fetch",
    has: "",
    out: "openapi-fetch",
    calls: `import createClient from "openapi-fetch";
const api = createClient({ baseUrl: ${base} });
const path = { assistant_id: ${assistantId} };
export const get = async () =>
  (await api.GET("/assistants/{assistant_id}", { params: { path } })).data;
export const list = async () =>
  (await api.GET("/assistants", { params: { query: ${pages} } })).data;
export const post = async () => (await api.POST("/assistants", { body: ${written} })).data;`,
    uses: whole("openapi-fetch"),
  },
  {
    name: ours.name,
    has: "retries, timeouts, errors, statuses",
    tool: ours,
    out: "packages",
    prepare: linkPackages,
    calls: `import { createClient } from "@bench/client";
const api = createClient({ baseUrl: ${base} });
export const get = () => api.assistants.getAssistant({ path: { assistant_id: ${assistantId} } });
export const list = () => api.assistants.listAssistants({ query: ${pages} });
export const post = () => api.assistants.createAssistant({ body: ${written} });`,
    uses: ({ groups }) => {
      const lines = groups.map(
        ({ fileName, functions }) =>
          `import { ${functions.join(", ")} } from "@bench/client/${fileName}";`,
      );
      const names = groups.flatMap(({ functions }) => functions).join(", ");
      return `import { createCore } from "@bench/client/core";
${lines.join("\n")}
globalThis.used = [createCore, ${names}];`;
    },
  },
  {
    name: "hey-api",
    has: "",
    tool: peer("hey-api"),
    out: "hey-api",
    functions: "sdk.gen.ts",
    calls: `import { createAssistant, getAssistant, listAssistants } from "./hey-api/sdk.gen.ts";
import { client } from "./hey-api/client.gen.ts";
client.setConfig({ baseUrl: ${base} });
export const get = async () =>
  (await getAssistant({ path: { assistant_id: ${assistantId} } })).data;
export const list = async () => (await listAssistants({ query: ${pages} })).data;
export const post = async () => (await createAssistant({ body: ${written} })).data;`,
    uses: holding("./hey-api/sdk.gen.ts"),
  },
  {
    name: "orval",
    has: "",
    tool: peer("orval"),
    out: "orval",
    functions: "api.ts",
    calls: `import { createAssistant, getAssistant, listAssistants } from "./orval/api.ts";
export const get = async () => (await getAssistant(${assistantId})).data;
export const list = async () => (await listAssistants(${pages})).data;
export const post = async () => (await createAssistant(${written})).data;`,
    uses: holding("./orval/api.ts"),
  },
  {
    name: "redocly",
    has: "retries and timeouts if asked, errors",
    tool: peer("redocly"),
    out: "redocly",
    calls: `import { configure, CreateAssistant, GetAssistant, ListAssistants } from "./redocly/client.ts";
configure({ serverUrl: ${base} });
export const get = () => GetAssistant({ path: { assistant_id: ${assistantId} } });
export const list = () => ListAssistants({ query: ${pages} });
export const post = () => CreateAssistant({ body: ${written} });`,
    // Its functions are members of one object, which nothing can be left out of.
    uses: () => `import { client } from "./redocly/client.ts";\nglobalThis.used = client;`,
  },
  {
    name: "oazapfts",
    has: "statuses",
    tool: oazapfts,
    out: "oazapfts",
    functions: "api.ts",
    calls: `import { createAssistant, defaults, getAssistant, listAssistants } from "./oazapfts/api.ts";
defaults.baseUrl = ${base};
export const get = async () => (await getAssistant(${assistantId})).data;
export const list = async () =>
  (await listAssistants({ page: ${query.page}, pageSize: ${query.page_size} })).data;
export const post = async () => (await createAssistant(${written})).data;`,
    uses: holding("./oazapfts/api.ts", ["defaults"]),
  },
  {
    name: "openai SDK",
    has: "retries, timeouts, errors",
    out: "openai",
    calls: `import OpenAI from "openai";
const api = new OpenAI({ apiKey: "key", baseURL: ${base} });
export const get = () => api.get("/assistants/" + encodeURIComponent(${assistantId}));
export const list = () => api.get("/assistants", { query: ${pages} });
export const post = () => api.post("/assistants", { body: ${written} });`,
    uses: whole("openai"),
  },
];

/** Ours as one object with all operations, which nothing can be left out of. */
export const wholeClient = `import { createClient } from "@bench/client";\nglobalThis.used = createClient;`;

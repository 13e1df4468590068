import type { Exchange } from "./server-exchanges.ts";

/** A request that mock servers are measured with. */
export interface MockExchange extends Exchange {
  /** A body that the description does not allow. */
  readonly refusedBody?: string;
}

const authorization = "Bearer 3c9d5f";

function get(path: string): MockExchange {
  return { name: `GET ${path}`, method: "GET", path, headers: { authorization }, status: 200 };
}

function post(path: string, status: number, bodies: [body: object, refused: object]): MockExchange {
  const [body, refusedBody] = bodies.map((one) => JSON.stringify(one));
  return {
    name: `POST ${path}`,
    method: "POST",
    path,
    headers: { authorization, "content-type": "application/json" },
    status,
    ...(body !== undefined && { body }),
    ...(refusedBody !== undefined && { refusedBody }),
  };
}

const structure = {
  name: "City trips",
  description: "Plans city trips of two or three days.",
  code: { github: { owner: "acme", name: "trips", push: { branch: "main" } } },
  env_vars: [{ name: "CURRENCY", value: "EUR", source: "manual" }],
  structure_config_file: "structure_config.yaml",
};

const completion = {
  model: "gpt-4o",
  messages: [
    { role: "system", content: "Plan trips." },
    { role: "user", content: "Where to go in Lisbon?" },
  ],
  temperature: 0.2,
  max_completion_tokens: 200,
};

const issue = {
  title: "No map of Alfama",
  body: "The trip ends there without one.",
  labels: ["map"],
  assignees: ["octocat"],
};

/** Of each description that can be measured, one reading and one writing request, by a path that it has. */
const known: Readonly<Record<string, readonly MockExchange[]>> = {
  "/structures/{structure_id}": [
    get("/structures/b305bf13-f341-4134-9f19-301929ae8f99"),
    post("/structures", 201, [structure, { ...structure, env_vars: [{ name: 7 }] }]),
  ],
  "/chat/completions": [
    get("/models"),
    post("/chat/completions", 200, [completion, { model: "gpt-4o" }]),
  ],
  "/repos/{owner}/{repo}/issues/{issue_number}": [
    get("/repos/octocat/Hello-World/issues/1347"),
    post("/repos/octocat/Hello-World/issues", 201, [issue, { body: issue.body }]),
  ],
};

/**
 * The requests that a description is measured with, all of them answered in JSON.
 *
 * @param text the description, in JSON or YAML
 * @throws {TypeError} when there are none for it
 */
export function mockExchangesOf(text: string): readonly MockExchange[] {
  const found = Object.entries(known).find(([path]) => text.includes(path));
  if (found === undefined)
    throw new TypeError("mock-exchanges.ts has no requests for this description: add some");
  return found[1];
}

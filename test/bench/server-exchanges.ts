const id = (count: number): string =>
  `26c9ab16-5e8a-4023-8bc1-${count.toString(16).padStart(12, "0")}`;

const run = (count: number) => ({
  assistant_run_id: id(count),
  assistant_id: id(1),
  status: "SUCCEEDED",
  status_detail: { reason: "finished", steps: 3 },
  input: 'Plan a weekend in "Lisbon", with a walk through Alfama.',
  args: ["--days", "2"],
  output: { type: "TextArtifact", value: "Start early, and have lunch by the river." },
  stream: false,
  thread_id: id(2),
  knowledge_base_ids: [id(3)],
  retriever_ids: [],
  ruleset_ids: [id(4)],
  structure_ids: [],
  tool_ids: [id(5), id(6)],
  created_by: id(7),
  created_at: "2024-05-17T09:30:00Z",
  updated_at: "2024-05-17T09:31:00Z",
  completed_at: "2024-05-17T09:31:00Z",
});

/** What a handler of `ListAssistantRuns` answers: 10 kB of JSON. */
export const runs = {
  assistant_runs: Array.from({ length: 12 }, (_, index) => run(index + 16)),
  pagination: { page_number: 2, page_size: 12, total_pages: 4, total_count: 40, next_page: 3 },
};

const written = {
  name: "City trips",
  description: "Plans city trips of two or three days.",
  code: {
    github: { owner: "acme", name: "trips", push: { branch: "main" } },
  },
  env_vars: Array.from({ length: 8 }, (_, index) => ({
    name: `SETTING_${index}`,
    value: `value ${index}`,
    source: "manual",
  })),
  structure_config_file: "structure_config.yaml",
};

/** What a handler of `CreateStructure` answers. */
export const structure = {
  structure_id: id(8),
  organization_id: id(9),
  latest_deployment_id: id(10),
  ...written,
  webhook_enabled: false,
  created_by: id(7),
  created_at: "2024-05-17T09:30:00Z",
  updated_at: "2024-05-17T09:30:00Z",
};

/** A request that servers answer, and with which status. */
export interface Exchange {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
  readonly status: number;
}

/** A request that every server answers in the same way. */
export interface ServerExchange extends Exchange {
  readonly answer: unknown;
  /** Requests that must be refused with 400, so that no server is quick because it does not look. */
  readonly refused: readonly { readonly path: string; readonly body?: string }[];
}

const authorization = "Bearer 3c9d5f";
const list = `/assistants/${id(1)}/runs`;
const json = { authorization, "content-type": "application/json" };

/** The two requests that servers are measured with. */
export const serverExchanges: readonly ServerExchange[] = [
  {
    name: "GET",
    method: "GET",
    path: `${list}?page=2&page_size=12&status=SUCCEEDED`,
    headers: { authorization },
    status: 200,
    answer: runs,
    refused: [{ path: `${list}?page=two` }, { path: `${list}?status=DONE` }],
  },
  {
    name: "POST",
    method: "POST",
    path: "/structures",
    headers: json,
    body: JSON.stringify(written),
    status: 201,
    answer: structure,
    refused: [
      { path: "/structures", body: JSON.stringify({ ...written, env_vars: [{ name: 7 }] }) },
    ],
  },
];

import type { Input } from "./cases.ts";

/** An input with the request target that it makes, written out. */
export interface LiteralTarget {
  readonly operationId: string;
  readonly input: Input;
  readonly target: string;
}

/** The places where a style, an explode or an encoding shows. */
export const literalTargets: readonly LiteralTarget[] = [
  {
    operationId: "ListFunctionRuns",
    input: { path: { function_id: "f1" }, query: { page: 2, status: ["QUEUED", "SUCCEEDED"] } },
    target: "/functions/f1/runs?page=2&status=QUEUED,SUCCEEDED",
  },
  {
    operationId: "ListDataJobs",
    input: { path: { data_connector_id: "c1" }, query: { status: ["RUNNING"] } },
    target: "/data-connectors/c1/data-jobs?status=RUNNING",
  },
  {
    operationId: "CreateFunctionExecutionGet",
    input: {
      path: { function_id: "f1" },
      query: { query_params: { city: "São Paulo", "a&b": "1=2", page: "3" } },
    },
    target: "/functions/f1/execute?city=S%C3%A3o%20Paulo&a%26b=1%3D2&page=3",
  },
  {
    operationId: "GetStructuresDashboard",
    input: { query: { start_time: "2025-03-07T09:00:00+01:00", period: "1h" } },
    target: "/dashboards/structures?start_time=2025-03-07T09%3A00%3A00%2B01%3A00&period=1h",
  },
  {
    operationId: "GetAsset",
    input: { path: { bucket_id: "b1", name: "day 1/50%.md" }, query: { include_contents: false } },
    target: "/buckets/b1/assets/day%201/50%25.md?include_contents=false",
  },
  {
    operationId: "ListAssets",
    input: { path: { bucket_id: "b1" }, query: { prefix: "", postfix: "+*'()!~?#" } },
    target: "/buckets/b1/assets?prefix=&postfix=%2B%2A%27%28%29%21~%3F%23",
  },
  {
    operationId: "ListEvents",
    input: { path: { structure_run_id: "r1" }, query: { limit: "010", offset: "0" } },
    target: "/structure-runs/r1/events?limit=010&offset=0",
  },
  {
    operationId: "InvokeStructureWebhookPost",
    input: { path: { structure_id: "s1" }, query: { api_key: "k/1" }, body: null },
    target: "/structures/s1/webhook?api_key=k%2F1",
  },
];

import type { Assistant, AssistantRun, AssistantRunEvent, Pagination } from "@genai-app/contract";

const created = "2025-03-07T09:40:00Z";

/** Where a list of everything on one page stands. */
export const onePage = (count: number): Pagination => ({
  page_number: 1,
  page_size: 20,
  total_count: count,
  total_pages: 1,
});

/** What the service keeps. */
export const assistants: Assistant[] = [
  {
    assistant_id: "ee27cfd5-fac6-42cd-9eef-01bbca60aa4d",
    organization_id: "BD930234-5806-4225-AC22-4AB683EF3DA9",
    name: "Trip planner",
    description: "Plans city trips",
    knowledge_base_ids: [],
    retriever_ids: [],
    ruleset_ids: [],
    structure_ids: [],
    tool_ids: [],
    created_by: "ann",
    created_at: created,
    updated_at: created,
  },
];

/** A run of an assistant. */
export const runOf = (assistant: string, status: AssistantRun["status"]): AssistantRun => ({
  assistant_run_id: "4978cd9c-e698-44af-a724-85353c8ef0f1",
  assistant_id: assistant,
  status,
  args: [],
  stream: false,
  knowledge_base_ids: [],
  retriever_ids: [],
  ruleset_ids: [],
  structure_ids: [],
  tool_ids: [],
  created_by: "ann",
  created_at: created,
  updated_at: created,
  completed_at: null,
});

/** What happens in a run. */
export const eventOf = (run: string, type: string): AssistantRunEvent => ({
  event_id: "937bf02e-c53a-4400-8bb6-75e1b142e152",
  assistant_run_id: run,
  origin: "assistant",
  type,
  payload: {},
  timestamp: 1,
  created_at: created,
});

/** The order of runs in lists. */
export const order: Readonly<Record<AssistantRun["status"], number>> = {
  RUNNING: 0,
  STARTING: 1,
  QUEUED: 2,
  SUCCEEDED: 3,
  FAILED: 4,
  ERROR: 5,
  CANCELLED: 6,
};

import {
  NotImplementedError,
  type CreateAssistantRunHandler,
  type ListAssistantRunsAnswer,
  type ListAssistantRunsHandler,
  type GetAssistantRunAnswer,
  type GetAssistantRunHandler,
  type CancelAssistantRunAnswer,
  type CancelAssistantRunHandler,
} from "@genai-app/server";
import { onePage, order, runOf } from "./data.ts";

/**
 * Start a run of an assistant
 *
 * `POST /assistants/{assistant_id}/runs`
 */
export const createAssistantRun: CreateAssistantRunHandler = async ({ path, body }) => {
  const run = runOf(path.assistant_id, "QUEUED");
  return { status: 201, body: { ...run, input: body?.input ?? "", stream: body?.stream ?? false } };
};

/**
 * List the runs of an assistant
 *
 * `GET /assistants/{assistant_id}/runs`
 */
export const listAssistantRuns: ListAssistantRunsHandler = async ({
  path,
  query,
}): Promise<ListAssistantRunsAnswer> => {
  const statuses = query?.status ?? ["QUEUED"];
  const sorted = statuses.toSorted((one, other) => order[one] - order[other]);
  const runs = sorted.map((status) => runOf(path.assistant_id, status));
  return { status: 200, body: { assistant_runs: runs, pagination: onePage(runs.length) } };
};

/**
 * Get a run of an assistant
 *
 * `GET /assistant-runs/{assistant_run_id}`
 */
export const getAssistantRun: GetAssistantRunHandler = async ({
  path,
}): Promise<GetAssistantRunAnswer> => ({
  status: 200,
  body: {
    ...runOf("ee27cfd5-fac6-42cd-9eef-01bbca60aa4d", "SUCCEEDED"),
    assistant_run_id: path.assistant_run_id,
  },
});

/**
 * Cancel a run of an assistant
 *
 * `POST /assistant-runs/{assistant_run_id}/cancel`
 */
export const cancelAssistantRun: CancelAssistantRunHandler = async (
  _input,
  { operation },
): Promise<CancelAssistantRunAnswer> => {
  throw new NotImplementedError(operation.operationId);
};

import {
  type CreateAssistantRunHandler,
  type ListAssistantRunsHandler,
  type GetAssistantRunHandler,
  type CancelAssistantRunHandler,
  type CreateAssistantRunAnswer,
  type ListAssistantRunsAnswer,
  type GetAssistantRunAnswer,
  type CancelAssistantRunAnswer,
} from "@genai-app/server";
import { pageOf } from "../pages.ts";
import { conflict, notFound } from "../error-responses.ts";
import { hasEnded } from "../runs.ts";
import type { Context } from "./context.ts";
import type { Store } from "./store.ts";

/**
 * Start a run of an assistant
 *
 * `POST /assistants/{assistant_id}/runs`
 */
export const createAssistantRun =
  ({ assistants, runs }: Store): CreateAssistantRunHandler<Context> =>
  async ({ path, body = {} }, { principal }): Promise<CreateAssistantRunAnswer> => {
    const assistant = assistants.get(path.assistant_id);
    if (assistant === undefined) return notFound("assistant", path.assistant_id);
    const { record } = runs.start(assistant, body, principal.userId);
    return { status: 201, body: record };
  };

/**
 * List the runs of an assistant
 *
 * `GET /assistants/{assistant_id}/runs`
 */
export const listAssistantRuns =
  ({ assistants, runs }: Store): ListAssistantRunsHandler<Context> =>
  async ({ path, query }, _context, fail): Promise<ListAssistantRunsAnswer> => {
    if (!assistants.has(path.assistant_id)) return notFound("assistant", path.assistant_id);
    const statuses = query?.status;
    const records = runs
      .of(path.assistant_id)
      .map(({ record }) => record)
      .filter(({ status }) => statuses?.includes(status) ?? true);
    const { items, pagination } = pageOf(records, query, fail);
    return { status: 200, body: { assistant_runs: items, pagination } };
  };

/**
 * Get a run of an assistant
 *
 * `GET /assistant-runs/{assistant_run_id}`
 */
export const getAssistantRun =
  ({ runs }: Store): GetAssistantRunHandler<Context> =>
  async ({ path }): Promise<GetAssistantRunAnswer> => {
    const run = runs.get(path.assistant_run_id);
    if (run === undefined) return notFound("run", path.assistant_run_id);
    return { status: 200, body: run.record };
  };

/**
 * Cancel a run of an assistant
 *
 * `POST /assistant-runs/{assistant_run_id}/cancel`
 */
export const cancelAssistantRun =
  ({ runs }: Store): CancelAssistantRunHandler<Context> =>
  async ({ path }): Promise<CancelAssistantRunAnswer> => {
    const run = runs.get(path.assistant_run_id);
    if (run === undefined) return notFound("run", path.assistant_run_id);
    if (hasEnded(run)) return conflict("the run has ended");
    runs.cancel(run);
    return { status: 200, body: run.record };
  };

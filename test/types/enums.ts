/** Enums: closed where they are written, open where they are read; checked by the compiler alone. */
import { createClient, match, type AssistantRun } from "@genai-app/client";
import { AssistantRunStatus, type AssistantRun as ClosedRun } from "@genai-app/contract";
import type { GetAssistantRunHandler } from "@genai-app/server";

const api = createClient();
const path = { assistant_run_id: "1b2a9cb8-6a3c-4f9f-9d3c-0d9f1c5c8a11" };

/** The constant of an enum has its values as literals. */
export const queued: "QUEUED" = AssistantRunStatus.QUEUED;

// @ts-expect-error the constant is frozen
AssistantRunStatus.QUEUED = "QUEUED";

/** What the client reads may have a status that the description lacks. */
export async function read(): Promise<string> {
  const run: AssistantRun = await api.assistantRuns.getAssistantRun({ path });
  // @ts-expect-error a new status is none of the contract's
  const closed: ClosedRun = run;
  // @ts-expect-error a status that the description lacks has no handler
  match(run.status, { QUEUED: () => "", unknown: () => "" });
  return match(run.status, {
    QUEUED: (status: "QUEUED") => status,
    STARTING: () => "…",
    RUNNING: () => "…",
    SUCCEEDED: () => "done",
    FAILED: () => "failed",
    ERROR: () => "failed",
    CANCELLED: () => closed.assistant_run_id,
    unknown: (status) => status,
  });
}

/** The values of a filter are those of the description. */
// @ts-expect-error no such status
api.assistantRuns.listAssistantRuns({ path: { assistant_id: "" }, query: { status: ["PAUSED"] } });

type Results = Awaited<ReturnType<GetAssistantRunHandler>>;

/** A server answers with what the description has. */
export const isClosed = (result: Results): ClosedRun | undefined =>
  result.status === 200 ? result.body : undefined;

const statuses = { QUEUED: () => 1, STARTING: () => 1, RUNNING: () => 1, SUCCEEDED: () => 1 };
const ended = { FAILED: () => 1, ERROR: () => 1, CANCELLED: () => 1 };

/** Every match has to say what becomes of an unknown value. */
export const counted = (run: AssistantRun): number =>
  // @ts-expect-error unknown is missing
  match(run.status, { ...statuses, ...ended });

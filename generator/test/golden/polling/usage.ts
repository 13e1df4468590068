/** What must compile, and what must not: waiting for a status. */
import { createClient, type FinalStatusError } from "@polling/client";

const api = createClient({ baseUrl: "https://jobs.example" });
const job = api.default.getJob({ path: { job_id: "1" } });

export const served: Promise<"served"> = job.waitFor().then(({ phase }) => phase);
export const either: Promise<"needs_salt" | "served"> = job
  .waitFor({ until: ["needs_salt", "served"], onProgress: ({ id, phase }) => [id, phase] })
  .then(({ phase }) => phase);
export const bodyOf = (error: FinalStatusError): unknown => error.body;

export async function kindOfTask(): Promise<"import" | "export"> {
  const { state, kind } = await api.default.getTask({ path: { task_id: "1" } }).waitFor();
  const done: "done" = state;
  return [done, kind][1] as "import" | "export";
}

export const built: Promise<"served" | "burnt"> = api.default
  .getBuild({ path: { build_id: "1" } })
  .waitFor({ until: ["served", "burnt"] })
  .then(({ steps }) => steps["last/phase"]);
export const held: Promise<"served"> = api.default
  .getHeldJob({ path: { job_id: "1" } })
  .waitFor()
  .then(({ data }) => data.phase);

// @ts-expect-error an order is no envelope of its last job
void api.default.getOrder({ path: { order_id: "1" } }).waitFor();

// @ts-expect-error the description has no such phase
void job.waitFor({ until: ["eaten"] });

// @ts-expect-error what changes something is not repeated
void api.default.replaceTask({ path: { task_id: "1" } }).waitFor();

// @ts-expect-error a book has no status
void api.default.getBook({ path: { book_id: "1" } }).waitFor();

import { createClient, Status, type CreateRunInput, type Run } from "./client/index.ts";

export const status: "in progress" = Status.InProgress;

/** A value that is not known can be read. */
export const paused: Run = { kind: "run", status: "paused", level: 7, size: "huge" };

export const sent: CreateRunInput = { body: { kind: "run", status: Status.Queued, level: null } };

export const unknown: CreateRunInput = {
  // @ts-expect-error what is sent is of the known values
  body: { kind: "run", status: "paused", level: null },
};

export async function read(): Promise<string> {
  const [run] = await createClient().default.listRuns();
  if (run === undefined) return "";
  // @ts-expect-error what is read may be a value that is not known
  const known: Status<never> = run.status;
  return known + run.status;
}

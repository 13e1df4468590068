import { createClient, match, type Run as ReadRun } from "@enums/client";
import { Level, Mood, Priority, RunColor, Status, type Run } from "@enums/contract";

export const status: "in progress" = Status.InProgress;
export const level: 2 = Level.High;
export const priority: "low" = Priority.Low;
export const color: 1 | 2 = RunColor.Red;

export const sent: Run = { kind: "run", status: Status.Queued, level: null };

// @ts-expect-error what is sent is of the known values
export const unknown: Run = { ...sent, status: "paused" };

export async function read(): Promise<string> {
  const [run] = await createClient().default.listRuns();
  if (run === undefined) return "";
  const kind: "run" = run.kind;
  // @ts-expect-error what is read may be a value that is not known
  const known: Status = run.status;
  const text: string = run.status;
  return kind + known + text;
}

export const named = (run: ReadRun): string | number =>
  match(run.status, {
    queued: () => 0,
    "in progress": () => "…",
    done: (value: "done") => value,
    unknown: (value) => value,
  });

/** A value that is not known can be read. */
export const paused: ReadRun = { kind: "run", status: "paused", level: 7, size: "huge" };

/** Where the description says so, values that are not known can be sent too. */
export const merry: Run = { ...sent, mood: Mood.merry };
export const gloomy: Run = { ...sent, mood: "gloomy", place: "home" };
export const moodless: Run = { ...sent, mood: null };

/** What the description closes is closed for clients too. */
export const closed = (
  run: ReadRun,
): readonly (("light" | "heavy") | ("slow" | "fast") | undefined)[] => [run.weight, run.pace];
export const elsewhere: ReadRun = { kind: "run", status: "paused", level: 1, place: "elsewhere" };

// @ts-expect-error such an enum has the known values in requests
export const nowhere: Run = { ...sent, place: "nowhere" };

import type { Application, Attachment, Candidate, Comment, Job, User, Workspace } from "./types.ts";

const north: Workspace = { id: "ws_north", user: { userId: "usr_ana", name: "Ana Lima" } };
const south: Workspace = { id: "ws_south", user: { userId: "usr_ben", name: "Ben Ito" } };
export const workspaces = { north, south };
export const principals = new Map<string, Workspace>([
  ["hl_north_6f2c91d07a", north],
  ["hl_south_b84e3055cd", south],
]);

export const jobs = new Map<string, Job>();
export const candidates = new Map<string, Candidate>();
export const applications = new Map<string, Application>();
export const comments = new Map<string, Comment>();
export const attachments = new Map<string, Attachment>();

// Every reading of the clock is later than the one before.
let last = 0;
export const now = (): string => {
  last = Math.max(Date.now(), last + 1);
  return new Date(last).toISOString();
};

const counters = new Map<string, number>();
export const newId = (prefix: string): string => {
  const n = (counters.get(prefix) ?? 0) + 1;
  counters.set(prefix, n);
  return `${prefix}_${String(n).padStart(6, "0")}`;
};

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export const ofWorkspace = <T extends { workspace: string }>(
  records: Map<string, T>,
  workspace: Workspace,
): T[] => [...records.values()].filter((r) => r.workspace === workspace.id);

export const applicationsOf = (jobId: string): Application[] =>
  [...applications.values()].filter((a) => a.jobId === jobId);
export const commentsOf = (applicationId: string): Comment[] =>
  [...comments.values()].filter((c) => c.applicationId === applicationId);
export const attachmentsOf = (candidateId: string): Attachment[] =>
  [...attachments.values()].filter((a) => a.candidateId === candidateId);

export const author = (workspace: Workspace): User => ({ ...workspace.user });

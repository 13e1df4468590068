export type User = { userId: string; name: string };
export type Workspace = { id: string; user: User };
export type Salary = { min: number; max: number; currency: string };
export type Job = {
  id: string;
  workspace: string;
  slug: string;
  title: string;
  department: string;
  description: string | null;
  status: string;
  employmentType: string;
  openings: number;
  salary: Salary | null;
  closesOn: string | null;
  skills: string[];
  archivedAt: string | null;
  createdAt: string;
  updatedAt: string;
  removed: number;
};
export type Address = { street: string | null; city: string; country: string };
export type Candidate = {
  id: string;
  workspace: string;
  fullName: string;
  email: string;
  phone: string | null;
  source: string;
  tags: string[];
  address: Address | null;
  consentToContact: boolean;
  customFields: Record<string, string>;
  createdAt: string;
  updatedAt: string;
};
export type StageChange = { from: string | null; to: string; at: string };
export type Application = {
  id: string;
  workspace: string;
  jobId: string;
  candidateId: string;
  stage: string;
  rating: number | null;
  coverLetter: string | null;
  nextInterviewAt: string | null;
  scores: Record<string, number>;
  averageScore: number | null;
  rejectionReason: string | null;
  stageHistory: StageChange[];
  appliedAt: string;
  updatedAt: string;
};
export type Comment = {
  id: string;
  applicationId: string;
  author: User;
  body: string;
  replyTo: string | null;
  createdAt: string;
};
export type Attachment = {
  id: string;
  candidateId: string;
  fileName: string;
  contentType: string;
  size: number;
  kind: string;
  label: string | null;
  uploadedAt: string;
  bytes: Buffer;
};

export type Query = Map<string, (string | null)[]>;
export type Context = {
  workspace: Workspace;
  params: string[];
  query: Query;
  contentType: string;
  raw: Buffer;
  json: () => unknown;
};
export type Result = {
  status: number;
  headers?: Record<string, string>;
  json?: unknown;
  bytes?: Buffer;
  etagSource?: string | undefined;
};
export type Route = {
  method: string;
  path: string;
  body?: "json" | "multipart";
  find?: (ctx: Context) => unknown;
  run: (ctx: Context) => Result | Promise<Result>;
};

export const BASE = "/api/v1";

export type Detail = { field: string; message: string };
export class ApiError extends Error {
  status: number;
  code: string;
  details: Detail[] | undefined;
  headers: Record<string, string>;
  constructor(
    status: number,
    code: string,
    message: string,
    details?: Detail[],
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}
export const notFound = (what: string) => new ApiError(404, "not_found", `${what} not found`);
export const conflict = (code: string, message: string) => new ApiError(409, code, message);
export const invalid = (details: Detail[]) =>
  new ApiError(422, "validation_failed", "The request is not valid", details);

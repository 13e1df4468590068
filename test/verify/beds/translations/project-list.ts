import type { FastifyReply, FastifyRequest } from "fastify";
import { faulty } from "./faults.ts";
import { defaultPageSize, pageOf } from "./pages.ts";
import type { PageQuery } from "./pages.ts";
import type { Language, Project, Status } from "./records.ts";
import { projects } from "./store.ts";
import { millisecondsOf } from "./times.ts";
import { projectView } from "./views.ts";

export type ProjectListQuery = PageQuery & {
  status?: Status | Status[];
  targetLanguage?: Language;
  q?: string;
  dueBefore?: string;
  sort?: string;
};

function isDueBefore(project: Project, instant: string): boolean {
  if (project.dueAt === null) return false;
  if (faulty("due-before-as-text")) return project.dueAt < instant;
  const due = millisecondsOf(project.dueAt) ?? 0;
  const limit = millisecondsOf(instant) ?? 0;
  return faulty("due-before-inclusive") ? due <= limit : due < limit;
}

function fits(project: Project, query: ProjectListQuery): boolean {
  const { status, targetLanguage, q, dueBefore } = query;
  if (status !== undefined && ![status].flat().includes(project.status)) return false;
  if (
    targetLanguage !== undefined &&
    !project.jobs.some((job) => job.targetLanguage === targetLanguage)
  )
    return false;
  if (q !== undefined && !project.title.toLowerCase().includes(q.toLowerCase())) return false;
  return dueBefore === undefined || isDueBefore(project, dueBefore);
}

const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const titleKey = ({ title }: Project): string =>
  faulty("projects-title-capitals-first") ? title : title.toLowerCase();

function compareDue(one: Project, other: Project, direction: number): number {
  if (one.dueAt === null || other.dueAt === null)
    return Number(one.dueAt === null) - Number(other.dueAt === null);
  return direction * inOrder(one.dueAt, other.dueAt);
}

function compare(one: Project, other: Project, sort: string): number {
  const direction = sort.startsWith("-") ? -1 : 1;
  const member = sort.replace("-", "");
  const byNumber = direction * (one.number - other.number);
  if (member === "dueAt") return compareDue(one, other, direction) || byNumber;
  if (member === "title") return direction * inOrder(titleKey(one), titleKey(other)) || byNumber;
  return byNumber;
}

export function listProjects(request: FastifyRequest, reply: FastifyReply) {
  const query = request.query as ProjectListQuery;
  const own = [...projects.values()].filter((project) => project.customer === request.customer);
  const sort = query.sort ?? "-createdAt";
  const found = own
    .filter((project) => fits(project, query))
    .toSorted((one, other) => compare(one, other, sort));
  const page = pageOf(found, request, reply, {
    ...(faulty("projects-total-unfiltered") ? { total: own.length } : {}),
    ...(faulty("projects-offset-of-default")
      ? { start: (number: number) => (number - 1) * defaultPageSize }
      : {}),
  });
  return page.map(projectView);
}

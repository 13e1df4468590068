import type { FastifyInstance } from "fastify";
import { invalid, Refusal } from "./errors.ts";
import { faulty } from "./faults.ts";
import { createOnce } from "./idempotency.ts";
import { journalWritten } from "./journal.ts";
import { listProjects } from "./project-list.ts";
import type { Contact, Language, Project } from "./records.ts";
import { idempotencyHeaders, newProject, projectList, projectPatch } from "./schemas.ts";
import { files, nextNumber, projectOf, projects, settings } from "./store.ts";
import { inUtc, now } from "./times.ts";
import { matchesStrongly, matchesWeakly, projectView, sendProject, tagOf } from "./views.ts";

type Members = Pick<
  Project,
  | "title"
  | "domain"
  | "externalReference"
  | "instructions"
  | "dueAt"
  | "budgetCents"
  | "confidential"
  | "labels"
>;
export type NewProject = Partial<Members> & {
  title: string;
  sourceLanguage: Language;
  contact?: Contact | null;
};
type Patch = Partial<Members> & { contact?: Partial<Contact> | null };

export function projectByReference(customer: string, reference: string): Project | undefined {
  return [...projects.values()].find(
    (project) =>
      project.externalReference === reference &&
      (project.customer === customer || faulty("reference-of-others")),
  );
}

/** Throws 409 where another project of the customer has the reference. */
function checkReference(customer: string, reference: string | null, own?: Project): void {
  if (reference === null) return;
  const taken = [...projects.values()].some(
    (project) =>
      project !== own && project.customer === customer && project.externalReference === reference,
  );
  if (taken) throw new Refusal(409, "Another project has this external reference.");
}

const dueOf = (dueAt: string | null | undefined): string | null =>
  typeof dueAt === "string" ? inUtc(dueAt) : null;

const budgetOf = (budget: number | null | undefined): number | null =>
  faulty("budget-zero-lost") ? budget || null : (budget ?? null);

const contactOf = (contact: Contact | null | undefined): Contact | null =>
  contact ? { name: contact.name, email: contact.email, phone: contact.phone ?? null } : null;

function projectFrom(customer: string, input: NewProject): Project {
  const number = nextNumber("project");
  const time = now();
  return {
    id: `p-${String(number)}`,
    number,
    customer,
    title: input.title,
    sourceLanguage: input.sourceLanguage,
    domain: input.domain ?? settings.get(customer)?.defaultDomain ?? "general",
    status: "draft",
    externalReference: input.externalReference ?? null,
    instructions: input.instructions ?? "",
    dueAt: dueOf(input.dueAt),
    budgetCents: budgetOf(input.budgetCents),
    confidential: input.confidential ?? false,
    labels: input.labels ?? [],
    contact: contactOf(input.contact),
    jobs: [],
    files: [],
    comments: [],
    cancelReason: null,
    createdAt: time,
    updatedAt: time,
    orderedAt: null,
    deliveredAt: null,
  };
}

async function createProject(customer: string, input: NewProject) {
  checkReference(customer, input.externalReference ?? null);
  if (faulty("reference-race")) await journalWritten();
  const project = projectFrom(customer, input);
  projects.set(project.id, project);
  return {
    headers: { ETag: tagOf(project), Location: `/projects/${project.id}` },
    body: projectView(project),
  };
}

function patchedContact(before: Contact | null, patch: Partial<Contact> | null): Contact | null {
  if (patch === null) return null;
  const { name, email, phone }: Partial<Contact> = faulty("patch-replaces-contact")
    ? patch
    : { ...before, ...patch };
  if (name === undefined) throw invalid("/contact/name", "A contact has a name.");
  if (email === undefined) throw invalid("/contact/email", "A contact has an e-mail address.");
  return { name, email, phone: phone ?? null };
}

function patchedDue(before: string | null, patch: string | null | undefined): string | null {
  if (patch === undefined || (patch === null && faulty("patch-null-keeps-due"))) return before;
  return dueOf(patch);
}

function applyPatch(project: Project, patch: Patch): void {
  if (["delivered", "cancelled"].includes(project.status))
    throw new Refusal(409, `A project that is ${project.status} is not changed any more.`);
  const reference =
    patch.externalReference === undefined ? project.externalReference : patch.externalReference;
  checkReference(project.customer, reference, project);
  const contact =
    patch.contact === undefined ? project.contact : patchedContact(project.contact, patch.contact);
  Object.assign(project, patch, {
    externalReference: reference,
    dueAt: patchedDue(project.dueAt, patch.dueAt),
    budgetCents:
      patch.budgetCents === undefined ? project.budgetCents : budgetOf(patch.budgetCents),
    contact,
    updatedAt: now(),
  });
}

function removeProject(project: Project): void {
  const kept = faulty("delete-in-progress")
    ? ["ordered", "delivered"]
    : ["ordered", "in_progress", "delivered"];
  if (kept.includes(project.status))
    throw new Refusal(409, `A project that is ${project.status} is not deleted.`);
  projects.delete(project.id);
  if (faulty("file-outlives-project")) return;
  for (const file of project.files) files.delete(file.id);
}

type Place = { projectId: string };

function addReadingRoutes(app: FastifyInstance): void {
  app.get("/projects", { schema: { querystring: projectList } }, (request, reply) => {
    reply.send(listProjects(request, reply));
  });

  app.get<{ Params: { externalReference: string } }>(
    "/project-references/:externalReference",
    (request, reply) => {
      const project = projectByReference(request.customer, request.params.externalReference);
      if (project === undefined) throw new Refusal(404, "No project has this external reference.");
      sendProject(reply, project);
    },
  );

  app.get<{ Params: Place }>("/projects/:projectId", (request, reply) => {
    const project = projectOf(request.customer, request.params.projectId);
    const known = request.headers["if-none-match"];
    if (known !== undefined && matchesWeakly(known, tagOf(project)))
      return void reply.code(304).header("ETag", tagOf(project)).send();
    sendProject(reply, project);
  });
}

export function addProjectRoutes(app: FastifyInstance): void {
  addReadingRoutes(app);

  app.post<{ Body: NewProject }>(
    "/projects",
    { schema: { body: newProject, headers: idempotencyHeaders } },
    async (request, reply) => {
      const { customer, body } = request;
      const key = request.headers["idempotency-key"];
      const answer = await createOnce(customer, key, body, () => createProject(customer, body));
      return reply.code(201).headers(answer.headers).send(answer.body);
    },
  );

  app.patch<{ Params: Place; Body: Patch }>(
    "/projects/:projectId",
    { schema: { body: projectPatch }, config: { accepts: "application/merge-patch+json" } },
    (request, reply) => {
      const project = projectOf(request.customer, request.params.projectId);
      const expected = request.headers["if-match"];
      if (expected !== undefined && !matchesStrongly(expected, tagOf(project)))
        throw new Refusal(412, "The project has changed since it was read.");
      applyPatch(project, request.body);
      sendProject(reply, project);
    },
  );

  app.delete<{ Params: Place }>("/projects/:projectId", (request, reply) => {
    removeProject(projectOf(request.customer, request.params.projectId));
    reply.code(204).send();
  });
}

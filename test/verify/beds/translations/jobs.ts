import type { FastifyInstance } from "fastify";
import { Refusal } from "./errors.ts";
import { faulty } from "./faults.ts";
import { journalWritten } from "./journal.ts";
import type { Job, Language, Project } from "./records.ts";
import { newJob } from "./schemas.ts";
import { projectOf } from "./store.ts";
import { now } from "./times.ts";
import { translatorOf } from "./translators.ts";

type NewJob = { targetLanguage: Language; words: number; translatorId?: string | null };

/** Throws 422 where nobody has the id, or where the translator does not work with these languages. */
function checkTranslator(project: Project, { targetLanguage, translatorId }: NewJob): void {
  if (translatorId === undefined || translatorId === null) return;
  const translator = translatorOf(translatorId);
  if (translator === undefined && !faulty("job-unknown-translator-500"))
    throw new Refusal(422, "There is no such translator.");
  const { nativeLanguage, sourceLanguages } = translator!;
  if (nativeLanguage !== targetLanguage || !sourceLanguages.includes(project.sourceLanguage))
    throw new Refusal(422, "The translator does not work with these languages.");
}

function checkJob(project: Project, job: NewJob): void {
  if (project.status !== "draft")
    throw new Refusal(409, `A project that is ${project.status} takes no more jobs.`);
  if (job.targetLanguage === project.sourceLanguage)
    throw new Refusal(422, "A text is not translated into the language that it is in.");
  if (project.jobs.some((known) => known.targetLanguage === job.targetLanguage))
    throw new Refusal(409, "The project has a job for this language.");
  checkTranslator(project, job);
}

export function addJobRoutes(app: FastifyInstance): void {
  app.post<{ Params: { projectId: string }; Body: NewJob }>(
    "/projects/:projectId/jobs",
    { schema: { body: newJob } },
    async (request, reply) => {
      const project = projectOf(request.customer, request.params.projectId);
      checkJob(project, request.body);
      const { targetLanguage, words, translatorId = null } = request.body;
      const jobs = project.jobs;
      if (faulty("job-lost-update")) await journalWritten();
      const job: Job = { targetLanguage, words, translatorId, addedAt: now() };
      project.jobs = [...jobs, job];
      project.updatedAt = job.addedAt;
      return reply.code(201).send(job);
    },
  );
}

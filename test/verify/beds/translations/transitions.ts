import type { FastifyInstance } from "fastify";
import { Refusal } from "./errors.ts";
import { faulty } from "./faults.ts";
import type { Project, Status } from "./records.ts";
import { transition } from "./schemas.ts";
import { projectOf } from "./store.ts";
import { now } from "./times.ts";
import { sendProject } from "./views.ts";

type Transition = { to: Status; reason?: string };

const successors: Record<Status, Status[]> = {
  draft: ["ordered", "cancelled"],
  ordered: ["in_progress", "cancelled"],
  in_progress: faulty("cancel-in-progress") ? ["delivered", "cancelled"] : ["delivered"],
  delivered: [],
  cancelled: [],
};

function move(project: Project, { to, reason }: Transition): void {
  if (reason !== undefined && to !== "cancelled")
    throw new Refusal(422, "Only a cancellation has a reason.");
  if (!successors[project.status].includes(to))
    throw new Refusal(409, `A project that is ${project.status} does not become ${to}.`);
  if (to === "ordered" && project.jobs.length === 0 && !faulty("order-without-jobs"))
    throw new Refusal(422, "A project without jobs is not ordered.");
  const time = now();
  project.status = to;
  project.updatedAt = time;
  if (to === "ordered") project.orderedAt = time;
  if (to === "delivered") project.deliveredAt = time;
  if (to === "cancelled") project.cancelReason = reason ?? null;
}

export function addTransitionRoutes(app: FastifyInstance): void {
  app.post<{ Params: { projectId: string }; Body: Transition }>(
    "/projects/:projectId/transitions",
    { schema: { body: transition } },
    (request, reply) => {
      const project = projectOf(request.customer, request.params.projectId);
      move(project, request.body);
      sendProject(reply, project);
    },
  );
}

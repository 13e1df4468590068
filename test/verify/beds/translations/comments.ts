import type { FastifyInstance } from "fastify";
import { Refusal } from "./errors.ts";
import { faulty } from "./faults.ts";
import { pageOf } from "./pages.ts";
import type { PageQuery } from "./pages.ts";
import type { Comment, Project } from "./records.ts";
import { commentList, newComment } from "./schemas.ts";
import { nextNumber, projectOf, projects } from "./store.ts";
import { now } from "./times.ts";
import { commentView } from "./views.ts";

type NewComment = { author: string; text: string; replyTo?: string | null };
type Place = { projectId: string };

function commentedProject(customer: string, id: string): Project {
  const project = faulty("comment-on-others") ? projects.get(id) : undefined;
  return project ?? projectOf(customer, id);
}

const storedText = (text: string): string =>
  faulty("comment-escaped")
    ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    : text;

function addComment(project: Project, { author, text, replyTo = null }: NewComment): Comment {
  if (project.status === "cancelled")
    throw new Refusal(409, "A project that is cancelled takes no more comments.");
  const parent = project.comments.find((comment) => comment.id === replyTo);
  if (replyTo !== null && (parent === undefined || parent.deletedAt !== null))
    throw new Refusal(422, "The project has no such comment to reply to.");
  const number = nextNumber("comment");
  const comment = {
    id: `c-${String(number)}`,
    number,
    author,
    text: storedText(text),
    replyTo,
    createdAt: now(),
    deletedAt: null,
  };
  project.comments.push(comment);
  return comment;
}

const inOrder = (comments: Comment[]): Comment[] =>
  faulty("comments-sorted-as-text")
    ? comments.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    : comments;

export function addCommentRoutes(app: FastifyInstance): void {
  app.post<{ Params: Place; Body: NewComment }>(
    "/projects/:projectId/comments",
    { schema: { body: newComment } },
    (request, reply) => {
      const project = commentedProject(request.customer, request.params.projectId);
      reply.code(201).send(commentView(addComment(project, request.body)));
    },
  );

  app.get<{ Params: Place; Querystring: PageQuery }>(
    "/projects/:projectId/comments",
    { schema: { querystring: commentList } },
    (request, reply) => {
      const { comments } = projectOf(request.customer, request.params.projectId);
      reply.send(pageOf(inOrder(comments), request, reply).map(commentView));
    },
  );

  app.delete<{ Params: Place & { commentId: string } }>(
    "/projects/:projectId/comments/:commentId",
    (request, reply) => {
      const { comments } = projectOf(request.customer, request.params.projectId);
      const comment = comments.find(({ id }) => id === request.params.commentId);
      if (comment === undefined || comment.deletedAt !== null)
        throw new Refusal(404, "The project has no such comment.");
      comment.deletedAt = now();
      reply.code(204).send();
    },
  );
}

import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { faulty } from "./faults.ts";
import type { Comment, Project, SourceFile } from "./records.ts";

export const fileView = (file: SourceFile) => ({
  id: file.id,
  projectId: file.projectId,
  name: file.name,
  mediaType: file.mediaType,
  sizeBytes: file.content.length,
  sha256: createHash("sha256").update(file.content).digest("hex"),
  note: file.note,
  uploadedAt: file.uploadedAt,
});

export const commentView = (comment: Comment) => ({
  id: comment.id,
  author: comment.author,
  text: comment.deletedAt === null || faulty("removed-comment-readable") ? comment.text : null,
  replyTo: comment.replyTo,
  createdAt: comment.createdAt,
  deletedAt: comment.deletedAt,
});

const commentCountOf = ({ comments }: Project): number =>
  faulty("comment-count-keeps-removed")
    ? comments.length
    : comments.filter((comment) => comment.deletedAt === null).length;

const fileCountOf = ({ files }: Project): number =>
  faulty("file-count-by-name") ? new Set(files.map((file) => file.name)).size : files.length;

export function projectView(project: Project) {
  const {
    number: _number,
    customer: _customer,
    jobs,
    files,
    comments: _comments,
    ...own
  } = project;
  const inOrder = jobs.toSorted((one, other) =>
    one.targetLanguage < other.targetLanguage ? -1 : 1,
  );
  return {
    ...own,
    jobs: inOrder,
    files: files.map(fileView),
    jobCount: jobs.length,
    totalWords: jobs.reduce((sum, job) => sum + job.words, 0),
    fileCount: fileCountOf(project),
    commentCount: commentCountOf(project),
  };
}

/** The entity tag of the project as it is now. */
export function tagOf(project: Project): string {
  const source = faulty("tag-of-updated-at")
    ? `${project.id} ${project.updatedAt}`
    : JSON.stringify(projectView(project));
  return `"${createHash("sha1").update(source).digest("hex").slice(0, 20)}"`;
}

export function sendProject(reply: FastifyReply, project: Project): void {
  reply.header("ETag", tagOf(project)).send(projectView(project));
}

const tagsOf = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? [];

/** Whether If-None-Match names the tag; weak and strong tags are the same here. */
export function matchesWeakly(header: string, tag: string): boolean {
  if (header.trim() === "*") return true;
  return tagsOf(header).some((known) => known.replace(/^W\//, "") === tag);
}

/** Whether If-Match names the tag. */
export const matchesStrongly = (header: string, tag: string): boolean =>
  header.trim() === "*" || tagsOf(header).includes(tag);

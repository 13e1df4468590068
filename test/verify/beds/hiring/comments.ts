import { applicationOf } from "./applications.ts";
import { fault } from "./faults.ts";
import { jobOf, refuseArchived } from "./jobs.ts";
import { page, type Order } from "./query.ts";
import { author, comments, commentsOf, newId, now, pause } from "./store.ts";
import type { Comment, Context, Route, Workspace } from "./types.ts";
import { Checker } from "./validate.ts";

const orders: Order<Comment>[] = [{ name: "createdAt", key: (o) => o.createdAt }];

const list = (ctx: Context) => {
  const application = applicationOf(ctx);
  const scope = `comments ${application.id}`;
  return {
    status: 200,
    json: page(ctx, commentsOf(application.id), { scope, orders, defaultSort: "createdAt" }),
  };
};

// The workspace of the request that was begun last.
let current: Workspace | null = null;

const add = async (ctx: Context) => {
  const application = applicationOf(ctx);
  const c = new Checker();
  const body = c.body(ctx.json());
  c.require(body, ["body"]);
  const text = c.has(body, "body") ? c.text(body.body, "body", 1, 2000) : "";
  const replyTo = c.has(body, "replyTo") && body.replyTo !== null ? body.replyTo : null;
  const parent = typeof replyTo === "string" ? comments.get(replyTo) : undefined;
  if (replyTo !== null && parent?.applicationId !== application.id)
    c.add("replyTo", "is not a comment on this application");
  c.done();
  refuseArchived(jobOf(ctx));
  if (fault("comment-author-race")) {
    current = ctx.workspace;
    await pause(20);
  } else current = ctx.workspace;
  const comment: Comment = {
    id: newId("com"),
    applicationId: application.id,
    author: author(current),
    body: text,
    replyTo: replyTo as string | null,
    createdAt: now(),
  };
  comments.set(comment.id, comment);
  return { status: 201, json: { data: comment } };
};

const path = "/jobs/{jobId}/applications/{applicationId}/comments";
const find = (ctx: Context) => applicationOf(ctx);
export const commentRoutes: Route[] = [
  { method: "GET", path, run: list },
  { method: "POST", path, body: "json", find, run: add },
];

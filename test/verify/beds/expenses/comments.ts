import { reportOf } from "./access.ts";
import { checked, param, readJson, sendJson } from "./calls.ts";
import type { Call } from "./calls.ts";
import { isFault, pause } from "./faults.ts";
import { paged, pageIn, queryOf } from "./query.ts";
import { comments, newId, now } from "./store.ts";
import * as is from "./validate.ts";

const commentFields: is.Fields = { text: { check: is.text(1, 2000) } };

let latestAuthor = "";

/** Who writes the comment, after the mentions in it were looked up. */
async function authorAfterLookup({ user }: Call): Promise<string> {
  latestAuthor = user.name;
  await pause();
  return latestAuthor;
}

const stored = (text: string): string =>
  isFault("comment-emoji-lost") ? text.replace(/[\u{10000}-\u{10FFFF}]/gu, "?") : text;

export async function addComment(call: Call): Promise<void> {
  const report = reportOf(call.user, param(call, "reportId"));
  const { text } = checked<{ text: string }>(readJson(call), commentFields);
  const id = newId("com", comments);
  const author = isFault("comment-author-shared") ? await authorAfterLookup(call) : call.user.name;
  const comment = { id, reportId: report.id, author, text: stored(text), createdAt: now() };
  comments.set(id, comment);
  sendJson(call, 201, comment);
}

export function listComments(call: Call): void {
  const report = reportOf(call.user, param(call, "reportId"));
  const page = pageIn(queryOf(call));
  const found = [...comments.values()].filter(({ reportId }) => reportId === report.id);
  sendJson(call, 200, paged(found, page));
}

import type { Operation } from "@openapi-packages/description";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { effectOf } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { creationsBelow, filledBelow, type CreationBelow } from "./filled-below.ts";
import { isDone, isGone, isSuccess, type Flow } from "./flow.ts";
import { hasContent, isSameContent } from "./same-content.ts";

/** Words by which a deletion says that it leaves something. */
const keeps =
  /\b(keep|kept|remain|retain|stay|surviv|preserv|untouched|not (delete|remove|affect))/i;

/** Returns the sentences of a deletion that do not say that it leaves something. */
export const sentencesOfDeletion = ({ summary, description }: Operation): readonly string[] =>
  // "… of all monitors, whose `updated_at` stays" says so of a member alone.
  sentencesOf(summary, description).filter((one) => !keeps.test(one.replace(/, whose\b.*/, "")));

/**
 * Returns the operations that create something below a record, with the GETs that must not show it any more when the
 * record is deleted: those below its path, and those of a path of their own, such as `/documents/{documentId}`, where
 * the deletion names them.
 */
export function creationsOfDeletion(
  api: VerifiedApi,
  read: FoundOperation,
  { operation: { model } }: FoundOperation,
): readonly CreationBelow[] {
  const sentences = sentencesOfDeletion(model);
  return creationsBelow(api, read.operation.model.path, (create) => {
    const list = create.model.path.split("/").at(-1) ?? "";
    const words = list.replaceAll(/[^a-z0-9]+/gi, " ").trim();
    const resource = effectOf(api, create)?.resource;
    if (
      resource === undefined ||
      !sentences.some((one) => new RegExp(`\\b${words}\\b`, "i").test(one))
    )
      return [];
    const own = api.operations.filter((one) => {
      const state = effectOf(api, one);
      return state?.kind === "read" && state.resource === resource && one.model.method === "GET";
    });
    const isOwn = (path: string): boolean =>
      own.some(({ model: one }) => path === one.path || path.startsWith(`${one.path}/`));
    return api.operations.filter((one) => one.model.method === "GET" && isOwn(one.model.path));
  });
}

/**
 * Creates something below a record, and deletes the record: what was there is not shown any more. An empty list is no
 * finding, since some services answer it for whatever they do not know. At most 12 requests.
 */
export async function deletedBelow(
  flow: Flow,
  read: FoundOperation,
  remove: FoundOperation,
): Promise<void> {
  const made = await flow.create();
  if (made === undefined) return;
  const { record } = made;
  const below = await filledBelow(
    flow.probe,
    read,
    record,
    creationsOfDeletion(flow.probe.api, read, remove),
  );
  const shown: (readonly [(typeof below)[number], Exchange])[] = [];
  for (const one of below) {
    const before = await flow.probe.call(one.operation, one.input);
    if (isSuccess(before) && hasContent(before)) shown.push([one, before]);
  }
  if (shown.length === 0) return;
  const deletion = (await flow.on(remove, record))?.exchange;
  if (deletion === undefined || !isDone(deletion)) return;
  flow.probe.records.forget(flow.resource.name);
  // Some services keep the record and mark it.
  const gone = await flow.read(record);
  if (gone === undefined || !isGone(gone)) return;
  for (const [{ operation, input, made: child }, before] of shown) {
    const after = await flow.probe.call(operation, input);
    if (!isSuccess(after) || !isSameContent(before, after)) continue;
    const message = `answers ${after.response?.status} with what was below a deleted ${flow.resource.name}`;
    const { pointer } = operation.model;
    flow.probe.report({ check: "read-after-delete", message, pointer }, operation, [
      child,
      before,
      deletion,
      after,
    ]);
  }
}

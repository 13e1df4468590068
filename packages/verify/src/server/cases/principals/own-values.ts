import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import { member, type JsonObject } from "@openapi-packages/description";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import { memberNames } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Credentials } from "../../../wire/write-request.ts";
import { Flow, isDone, isGone, isSuccess } from "../flows/flow.ts";
import { otherValues } from "../flows/other-values.ts";
import { resourceFlows } from "../flows/resources.ts";
import { singletons, type Singleton } from "../flows/singleton.ts";
import { reportAccess } from "./reach.ts";

/** A sentence that says of all that a service has whose it is. */
const everything =
  /\b(?:everything|all (?:of it|data|resources|records))\b[^.]{0,80}\b(?:belongs? to|(?:is|are) (?:private|isolated|scoped))\b/i;

/** A sentence that says who has data alone: "An academy reads and changes only its own data". */
const onlyOwn =
  /\b(?:an?|each|every) (?<owner>[a-z]+) (?:can |may )?(?:reads?|sees?|access(?:es)?|manages?)\b[^.;]{0,60}\bonly (?:its|their) own (?:data|records|resources|things)\b/i;

/** Words for the caller's own. */
const callers = /\b(?:your|my|caller['’]s)\b|\bwho calls\b|\bof the (?:caller|token)\b/i;

/** Words for what all have in common. */
const common = /\b(?:shared|common|global|everybody|everyone|all (?:users|accounts|callers))\b/i;

/**
 * Checks that what is said to be the caller's own, such as `/settings`, is another one for another principal, also after
 * its owner has read it: 5 requests for a value, 4 more to be sure of a failure, and 1 to write back what was there.
 */
export function* ownValueCases(
  { api }: CaseContext,
  otherCredentials: Credentials,
): Generator<Case> {
  for (const singleton of singletons(api)) {
    const { read, write } = singleton;
    if (read.model.path.includes("{") || !isSaidOwn(api, singleton)) continue;
    yield {
      id: `${write.id}/own-value`,
      operations: [write, read],
      aims: ["2XX"],
      run: (probe) => changedForOthers(probe, probe.as(otherCredentials), singleton),
    };
  }
}

function isSaidOwn({ description }: VerifiedApi, { read, write }: Singleton): boolean {
  const isSecured = [read, write].every(
    ({ model: { security } }) =>
      security.length > 0 && security.every((one) => Object.keys(one).length > 0),
  );
  const own = [read, write].map(({ model }) => `${model.summary}\n${model.description}`).join("\n");
  const info = member(member(description.model.document, "info"), "description");
  const said = (typeof info === "string" ? info : "").replaceAll(/\s+/g, " ");
  const { path } = read.model;
  const noun = path.slice(path.lastIndexOf("/") + 1).replace(/s$/, "");
  const sentence = said.split(/(?<=\.) /).find((one) => everything.test(one)) ?? "";
  const isOfAll = sentence !== "" && !sentence.toLowerCase().includes(noun.toLowerCase());
  const { owner } = onlyOwn.exec(said)?.groups ?? {};
  const isOfOwner = owner !== undefined && new RegExp(`\\b${owner}\\b`, "i").test(own);
  return isSecured && !common.test(own) && (callers.test(own) || isOfAll || isOfOwner);
}

async function changedForOthers(
  own: Probe,
  other: Probe,
  { read, write }: Singleton,
): Promise<void> {
  if (!own.mayCall(write)) return;
  const ask = async (probe: Probe): Promise<Exchange> =>
    probe.call(read, (await probe.records.inputFor(read, false)).input ?? {});
  const [mine, theirs] = [await ask(own), await ask(other)];
  if (!isSuccess(mine) || !isSuccess(theirs)) return;
  const { input } = await own.records.inputFor(write, false);
  const written = input && otherValues(own.api, write, input);
  const isAlike = equal(mine.value, theirs.value);
  // Of different answers, the members that differ are their own.
  const names = Object.keys(isObject(written?.body) ? written.body : {}).filter(
    (name) => isAlike || !equal(memberOf(mine, name), memberOf(theirs, name)),
  );
  if (written === undefined || names.length === 0) return;
  const sent = await own.call(write, written);
  if (!isDone(sent)) return;
  // Fills a cache, which must not answer the other one.
  const seen = await ask(own);
  const shown = await ask(other);
  const isWritten = (answer: Exchange): boolean =>
    isSuccess(answer) &&
    names.some(
      (name) =>
        equal(memberOf(answer, name), getMember(written.body as JsonObject, name)) &&
        !equal(memberOf(theirs, name), memberOf(answer, name)),
    );
  const isLeak = isWritten(shown) && (!isAlike || (await areApart(own, other)));
  // Without a read by the owner, a cache has nothing to answer with.
  const isCached = isLeak && isDone(await own.call(write, written)) && !isWritten(await ask(other));
  const document = own.api.description.model.document;
  const taken = memberNames(document, bodyMedia(write, written)?.schema?.json);
  const body = Object.fromEntries(
    Object.entries(mine.value as JsonObject).filter(([name]) => taken.includes(name)),
  );
  await own.call(write, await own.records.withCurrentTag(write, { ...written, body }));
  if (!isLeak) return;
  const steps = [theirs, sent, seen, shown];
  if (isCached) reportAccess({ probe: own }, read, "shows what another principal has read", steps);
  else
    reportAccess({ probe: own }, write, `changes what ${read.id} shows another principal`, steps);
}

const memberOf = ({ value }: Exchange, name: string): unknown =>
  isObject(value) ? getMember(value, name) : undefined;

/** True if a record of one principal is not shown to the other: both might be of the same organisation. */
async function areApart(own: Probe, other: Probe): Promise<boolean> {
  for (const resource of resourceFlows(own.api)) {
    if (resource.read === undefined || resource.create.state.path.length > 0) continue;
    const made = await new Flow(own, resource).create();
    const seen = made && (await new Flow(other, resource).read(made.record));
    if (seen !== undefined) return isGone(seen) || seen.response?.status === 403;
  }
  return false;
}

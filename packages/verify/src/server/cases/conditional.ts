import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import { sentencesAbout, sentencesOf } from "../../description/said.ts";
import { documents428, headerParameter, tagHeaderOf } from "../../records/entity-tag.ts";
import { isDestructive } from "../../records/destructive.ts";
import type { Case, CaseContext } from "../../run/case.ts";
import type { Probe } from "../../run/probe.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { headerOf, withHeader, type WireRequest } from "../../wire/wire-request.ts";
import { isSuccess } from "./flows/flow.ts";
import { compareHead } from "./http/head.ts";

/** A tag that no representation has. */
const staleTag = '"verify-no-such-tag"';

/** Words by which a description says that a header has several tags, or refers to the standard by which it has. */
const ofSeveralTags =
  /\b(?:e?tags|list|several|any of|one of|weak(?:ly)?)\b|\brfc ?-?(?:9110|7232)\b/i;

/** Words by which a description says that tags are compared strongly, or refers to the standard by which they are. */
const ofStrongTags = /\bstrong(?:ly)? compar|\bcompar\w+ strongly\b|\brfc ?-?(?:9110|7232)\b/i;

/** Words by which weak tags are taken all the same, and by which they are not. */
const ofWeakTags = /\bweak(?:ly)?\b/i;
const denying = /\b(?:never|not|no|nor|refus\w+|reject\w*|412)\b|n['’]t\b/i;

/**
 * Tests documented conditional requests (RFC 9110, section 13): a GET that documents 304, with the validator of
 * its answer, alone and in a list (4 requests), operations that accept `If-Match` and document 412, with a stale tag,
 * the weak form of the current one, and with one beside that (5 requests), or document 428, without any (1 request), and HEAD against GET (2
 * requests).
 */
export function* conditionalCases({ api }: CaseContext): Generator<Case> {
  for (const operation of api.operations) {
    const { method, parameters, responses, path } = operation.model;
    const documents = (status: string): boolean => responses.some((one) => one.status === status);
    const get = api.operations.find(
      ({ model }) => model.path === path && model.method === "GET" && method === "HEAD",
    );
    if (method === "GET" && documents("304"))
      yield conditional(operation, "not-modified", "304", (probe) => notModified(probe, operation));
    // Some document 412 for conditions other than HTTP's.
    const takesTag = parameters.some(
      (one) => one.in === "header" && one.name.toLowerCase() === "if-match",
    );
    if (takesTag && documents("412"))
      yield conditional(operation, "stale", "412", (probe) => stale(probe, operation));
    if (takesTag && documents428(operation))
      yield conditional(operation, "without", "428", (probe) => without(probe, operation));
    if (get !== undefined)
      yield conditional(operation, "head", "200", (probe) => head(probe, operation, get));
  }
}

function conditional(
  operation: VerifiedOperation,
  kind: string,
  aim: string,
  run: Case["run"],
): Case {
  return { id: `${operation.id}/conditional/${kind}`, operations: [operation], aims: [aim], run };
}

async function notModified(probe: Probe, operation: VerifiedOperation): Promise<void> {
  const { input } = await probe.records.inputFor(operation, false);
  const request = input === undefined ? undefined : await probe.write(operation, input);
  if (request === undefined) return;
  const first = await probe.send(operation, request);
  const tag = headerOf(first.response?.headers ?? [], "etag");
  const time = headerOf(first.response?.headers ?? [], "last-modified");
  if (first.response?.status !== 200 || (tag === undefined && time === undefined)) return;
  const [name, value] = tag === undefined ? ["if-modified-since", time] : ["if-none-match", tag];
  const send = async (text: string | undefined): Promise<Exchange> => {
    const exchange = await probe.send(operation, {
      ...request,
      headers: withHeader(request.headers, name ?? "", text),
    });
    probe.reportAll(exchange);
    return exchange;
  };
  const same = await send(value);
  const { status } = same.response ?? {};
  // Another validator means that it has changed in the meantime.
  const isSame =
    headerOf(same.response?.headers ?? [], tag === undefined ? "last-modified" : "etag") === value;
  if (status === 200 && isSame)
    report(probe, operation, `answers 200 to ${name} with the validator that it gave`, [
      first,
      same,
    ]);
  if (tag === undefined) return;
  if (status === 304 && takesSeveral(probe, operation, "if-none-match")) {
    const listed = `${staleTag}, ${otherForm(tag)}`;
    const among = await send(listed);
    const isKnown = headerOf(among.response?.headers ?? [], "etag") === tag;
    if (among.response?.status === 200 && isKnown)
      report(
        probe,
        operation,
        `answers 200 to if-none-match: ${listed}, whose last tag matches its own by weak comparison (RFC 9110, section 13.1.2)`,
        [same, among],
      );
  }
  const other = await send(staleTag);
  if (other.response?.status === 304)
    report(probe, operation, "answers 304 to a tag that it never gave", [first, other]);
}

/** True if a description says that a header takes a list of tags. Many services that do not say so compare the whole text. */
const takesSeveral = (probe: Probe, operation: VerifiedOperation, header: string): boolean =>
  sentencesOfHeader(probe, operation, header).some((text) => ofSeveralTags.test(text));

/** Returns what a description says of a header. */
function sentencesOfHeader({ api }: Probe, operation: VerifiedOperation, header: string): string[] {
  const own = headerParameter(operation, header)?.description;
  const others = sentencesAbout(api, operation).filter((one) => one.toLowerCase().includes(header));
  return [own ?? "", ...others];
}

/** Returns the weak form of a strong tag, or the strong form of a weak one. */
const otherForm = (tag: string): string => (tag.startsWith("W/") ? tag.slice(2) : `W/${tag}`);

async function stale(probe: Probe, operation: VerifiedOperation): Promise<void> {
  const isFresh = isDestructive(probe.api, operation);
  const { input } = await probe.records.inputFor(operation, isFresh);
  const request = input === undefined ? undefined : await probe.write(operation, input);
  if (request === undefined) return;
  const exchange = await probe.send(operation, {
    ...request,
    headers: withHeader(request.headers, "if-match", staleTag),
  });
  probe.reportAll(exchange);
  if (isSuccess(exchange))
    report(
      probe,
      operation,
      `answers ${exchange.response?.status} to If-Match with a tag that nothing has (RFC 9110, section 13.1.1)`,
      [exchange],
    );
  if (exchange.response?.status !== 412 || input === undefined) return;
  const said = sentencesOfHeader(probe, operation, "if-match");
  const takesWeak = sentencesOf(...said).some((one) => ofWeakTags.test(one) && !denying.test(one));
  if (!takesWeak && said.some((text) => ofStrongTags.test(text)))
    await weakForm(probe, operation, input, request);
  if (isFresh && said.some((text) => ofSeveralTags.test(text)))
    await oneOfSeveral(probe, operation, input, request);
}

/** Sends the weak form of the current tag, which never matches here (RFC 9110, section 13.1.1). */
async function weakForm(
  probe: Probe,
  operation: VerifiedOperation,
  input: CallInput,
  request: WireRequest,
): Promise<void> {
  const tag = await currentTag(probe, operation, input);
  if (tag === undefined || tag.startsWith("W/")) return;
  const headers = withHeader(request.headers, "if-match", otherForm(tag));
  const exchange = await probe.send(operation, { ...request, headers });
  if (!isSuccess(exchange)) return;
  const message = `answers ${exchange.response?.status} to If-Match: ${otherForm(tag)}, and weak tags never match there (RFC 9110, section 13.1.1)`;
  report(probe, operation, message, [exchange]);
}

/** Sends the current tag behind a stale one: either may be that of the record (RFC 9110, section 13.1.1). */
async function oneOfSeveral(
  probe: Probe,
  operation: VerifiedOperation,
  input: CallInput,
  request: WireRequest,
): Promise<void> {
  const tag = await currentTag(probe, operation, input);
  // A weak tag never matches here.
  if (tag === undefined || tag.startsWith("W/")) return;
  const send = (text: string): Promise<Exchange> =>
    probe.send(operation, { ...request, headers: withHeader(request.headers, "if-match", text) });
  const listed = `${staleTag}, ${tag}`;
  const among = await send(listed);
  if (among.response?.status !== 412) return;
  const alone = await send(tag);
  if (!isSuccess(alone)) return;
  const message = `answers 412 to If-Match: ${listed}, and ${alone.response?.status} to its last tag alone (RFC 9110, section 13.1.1)`;
  report(probe, operation, message, [among, alone]);
}

/** Returns the tag of what an input changes: the one that it has, else that of GET. */
async function currentTag(
  probe: Probe,
  operation: VerifiedOperation,
  { header, path }: CallInput,
): Promise<string | undefined> {
  const own = getMember(header, tagHeaderOf(operation) ?? "");
  if (typeof own === "string") return own;
  const get = probe.api.operations.find(
    ({ model }) => model.path === operation.model.path && model.method === "GET",
  );
  const seen = get && (await probe.call(get, path === undefined ? {} : { path }));
  return headerOf(seen?.response?.headers ?? [], "etag");
}

/** Changes what is there without a precondition, which 428 says is required (RFC 6585, section 3). */
async function without(probe: Probe, operation: VerifiedOperation): Promise<void> {
  const { input } = await probe.records.inputFor(operation, true);
  // A change may need no precondition where there is nothing yet.
  const isThere = getMember(input?.header, tagHeaderOf(operation) ?? "") !== undefined;
  const request = input === undefined || !isThere ? undefined : await probe.write(operation, input);
  if (request === undefined) return;
  const headers = request.headers.filter(([name]) => !/^if-/i.test(name));
  const exchange = await probe.send(operation, { ...request, headers });
  probe.reportAll(exchange);
  const message = `answers ${exchange.response?.status} to a change without If-Match, which it says it refuses with 428 (RFC 6585, section 3)`;
  if (isSuccess(exchange)) report(probe, operation, message, [exchange]);
}

async function head(
  probe: Probe,
  operation: VerifiedOperation,
  get: VerifiedOperation,
): Promise<void> {
  const { input } = await probe.records.inputFor(operation, false);
  if (input === undefined) return;
  const known: CallInput = {
    ...(input.path && { path: input.path }),
    ...(input.query && { query: input.query }),
  };
  const readFull = (): Promise<Exchange> => probe.call(get, { ...known });
  const full = await readFull();
  const short = await probe.call(operation, input);
  probe.reportAll(short);
  await compareHead(probe, operation, full, short, readFull);
}

function report(
  probe: Probe,
  operation: VerifiedOperation,
  message: string,
  exchanges: readonly Exchange[],
): void {
  const { pointer } = operation.model;
  probe.report({ check: "conditional", message, pointer }, operation, exchanges);
}

import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { headerParameter } from "../../../records/entity-tag.ts";
import type { Case } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isGone, isSuccess } from "./flow.ts";
import { otherValues } from "./other-values.ts";

/** What an operation that puts something at its path says. */
interface Put {
  readonly put: VerifiedOperation;
  /** The GET of the same path; `undefined` if there is none, and a DELETE tells that something is there. */
  readonly get: VerifiedOperation | undefined;
  /** True if it documents 201 for what is new, and 200 or 204 for what is replaced. */
  readonly tellsNew: boolean;
  /** The described name of `If-None-Match`, if it may be `*` and 412 is documented. */
  readonly onlyNew: string | undefined;
  /** The described name of `If-Match`, with the same. */
  readonly onlyKnown: string | undefined;
}

/** Tests what a PUT says of what it creates and replaces (RFC 9110, sections 9.3.4 and 13.1): at most 7 requests. */
export function* putStatusCases(api: VerifiedApi): Generator<Case> {
  for (const put of api.operations) {
    const about = put.model.method === "PUT" ? putOf(api, put) : undefined;
    if (about === undefined) continue;
    yield {
      id: `${put.id}/flow/put-statuses`,
      operations: [put],
      aims: ["201", "412"],
      run: (probe) => putStatuses(probe, about),
    };
  }
}

function putOf(api: VerifiedApi, put: VerifiedOperation): Put | undefined {
  const { path, responses } = put.model;
  const at = (method: string): VerifiedOperation | undefined =>
    api.operations.find(({ model }) => model.path === path && model.method === method);
  const get = at("GET");
  const documents = (...statuses: string[]): boolean =>
    responses.some(({ status }) => statuses.includes(status));
  const anyTag = (name: string): string | undefined => {
    const parameter = headerParameter(put, name);
    const isAny = parameter && api.description.holds(parameter.schema.json, "*");
    return documents("412") && isAny === true ? parameter.name : undefined;
  };
  const tellsNew = documents("201") && documents("200", "204");
  const onlyNew = anyTag("if-none-match");
  const onlyKnown = anyTag("if-match");
  if (get === undefined && at("DELETE") === undefined) return undefined;
  const isTested = tellsNew || (get && (onlyNew ?? onlyKnown)) !== undefined;
  return isTested ? { put, get, tellsNew, onlyNew, onlyKnown } : undefined;
}

async function putStatuses(probe: Probe, about: Put): Promise<void> {
  const { put, get } = about;
  const { input } = await probe.records.inputFor(put, "new");
  if (input === undefined || !probe.mayCall(put)) return;
  if (get === undefined) {
    const { exchange: first, input: sent } = await probe.records.create(put, input);
    if (first.response?.status === 201) await putAgain(probe, about, sent, [first]);
    return;
  }
  const { input: asked } = await probe.records.inputFor(get, false);
  const read = (): Promise<Exchange> =>
    probe.call(get, { ...asked, ...(input.path && { path: input.path }) });
  const before = await read();
  if (isSuccess(before)) {
    await putOnlyNew(probe, about, input, { created: before, read });
    return;
  }
  if (!isGone(before)) return;
  if (await putsOnNothing(probe, about, input)) return;
  const { exchange: first, input: sent } = await probe.records.create(put, input);
  const created = isDone(first) ? await read() : undefined;
  if (created === undefined || !isSuccess(created)) return;
  const change = await probe.records.withCurrentTag(put, withoutConditions(sent));
  await putOnlyNew(probe, about, change, { created, read });
  if (!about.tellsNew) return;
  const { status } = first.response ?? {};
  if (status !== 201) {
    const message = `answers ${status} to a PUT that creates, for which 201 is documented (RFC 9110, section 9.3.4)`;
    report(probe, about, "status", message, [before, first, created]);
    return;
  }
  await putAgain(probe, about, change, [first, created]);
}

/** Puts something again, which is no creation. */
async function putAgain(
  probe: Probe,
  about: Put,
  input: CallInput,
  before: readonly Exchange[],
): Promise<void> {
  const second = await probe.call(about.put, input);
  if (second.response?.status !== 201) return;
  const message =
    "answers 201 to a PUT that replaces what is there, for which 200 or 204 is documented (RFC 9110, section 9.3.4)";
  report(probe, about, "status", message, [...before, second]);
}

/** `If-Match: *` asks that there is something; true if it was taken. */
async function putsOnNothing(probe: Probe, about: Put, input: CallInput): Promise<boolean> {
  const { put, onlyKnown } = about;
  if (onlyKnown === undefined) return false;
  const refused = await probe.call(put, withHeader(withoutConditions(input), onlyKnown, "*"));
  if (!isSuccess(refused)) return false;
  const message = `answers ${refused.response?.status} to If-Match: * where there is nothing, which asks for 412 (RFC 9110, section 13.1.1)`;
  report(probe, about, "conditional", message, [refused]);
  return true;
}

/** `If-None-Match: *` asks that there is nothing. */
async function putOnlyNew(
  probe: Probe,
  about: Put,
  input: CallInput,
  { created, read }: { readonly created: Exchange; readonly read: () => Promise<Exchange> },
): Promise<void> {
  const { put, onlyNew } = about;
  // Which of two conditions counts is another question.
  if (onlyNew === undefined || headerParameter(put, "if-match")?.required === true) return;
  const other = otherValues(probe.api, put, input) ?? input;
  const refused = await probe.call(put, withHeader(withoutConditions(other), onlyNew, "*"));
  if (isSuccess(refused)) {
    const message = `answers ${refused.response?.status} to If-None-Match: * where there is something, which asks for 412 (RFC 9110, section 13.1.2)`;
    report(probe, about, "conditional", message, [created, refused]);
    return;
  }
  if (other === input || refused.response?.status !== 412) return;
  const after = await read();
  if (!isSuccess(after) || !showsOther(other.body, created.value, after.value)) return;
  const message = "answers 412 to If-None-Match: *, and replaces what is there all the same";
  report(probe, about, "conditional", message, [created, refused, after]);
}

/** True if a value shows a member as it was written, and did not before. */
function showsOther(written: unknown, before: unknown, after: unknown): boolean {
  if (!isObject(written) || !isObject(before) || !isObject(after)) return false;
  return Object.entries(written).some(
    ([name, value]) =>
      equal(getMember(after, name), value) && !equal(getMember(before, name), value),
  );
}

const withoutConditions = (input: CallInput): CallInput => {
  const headers = Object.entries(input.header ?? {}).filter(([name]) => !/^if-/i.test(name));
  return { ...input, header: Object.fromEntries(headers) };
};

const withHeader = (input: CallInput, name: string, value: string): CallInput => ({
  ...input,
  header: { ...input.header, [name]: value },
});

function report(
  probe: Probe,
  { put }: Put,
  check: "status" | "conditional",
  message: string,
  exchanges: readonly Exchange[],
): void {
  probe.report({ check, message, pointer: put.model.pointer }, put, exchanges);
}

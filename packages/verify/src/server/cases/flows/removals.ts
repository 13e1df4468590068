import { isObject, type Json, type JsonObject } from "@openapi-packages/description";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { callInput } from "../../../records/call-input.ts";
import { fullerInput } from "../../../records/fuller.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import { optionalMembers, type OptionalMembers } from "./optional-members.ts";

/** How a change removes members. */
export interface Removal {
  readonly members: OptionalMembers;
  readonly names: readonly string[];
  /** Returns what a body says of the members that it removes. */
  readonly saying: (names: readonly string[]) => JsonObject;
  readonly message: (names: string) => string;
  /** True if the change leaves what it does not send. */
  readonly isPartial: boolean;
}

/** Words of descriptions by which an operation or a member keeps its value. */
const keeps =
  /partial|unchanged|not changed|left as|leaves? (?!out\b)|(leaves? out|left out|omit\w*)[^.;]*(stays?|remains?)\b|kept|keeps?\b|retain|preserv|ignore|only (the )?(given|provided|supplied|specified|sent|fields|members|properties)/i;

/** Words by which it removes what a body leaves out, whatever else it keeps. */
const removes =
  /(left out|leaves? out|not sent|not given|omitted|missing)[^.;]*(default|gone|removed|cleared|null|empty)/i;

/**
 * Returns the optional members that a PUT may leave out, if it must not be one that changes a part; `undefined` if
 * there are none. Where nothing is required, services often keep what is left out, unless a sentence says otherwise.
 */
export function replaceable(
  api: VerifiedApi,
  operation: VerifiedOperation,
  ignored: ReadonlySet<string> = new Set(),
  create?: VerifiedOperation,
): Removal | undefined {
  const { model } = operation;
  const members = membersOf(api, operation, ignored, create);
  if (members === undefined || model.method !== "PUT") return undefined;
  const isBare = Object.keys(members.bare).length === 0;
  const names = [...members.values.keys()].filter((name) =>
    isBare ? isRemoved(api, operation, name) : !isKept(api, operation, name),
  );
  if (names.length === 0) return undefined;
  return {
    members,
    names,
    isPartial: false,
    saying: () => ({}),
    message: (list) => `keeps ${list}, which the PUT left out (RFC 9110, section 9.3.4)`,
  };
}

/** Returns the optional members that a PATCH allows to be null; `undefined` if there are none. */
export function nullable(
  api: VerifiedApi,
  operation: VerifiedOperation,
  ignored: ReadonlySet<string>,
  create: VerifiedOperation,
): Removal | undefined {
  const members = membersOf(api, operation, ignored, create);
  if (members === undefined || operation.model.method !== "PATCH") return undefined;
  const { bare, values, holds } = members;
  const isMerge = operation.model.requestBody?.content[0]?.mediaType === mergePatch;
  // Sentences about members that are left out say nothing of those that are null.
  const isKeptByNull = (name: string): boolean =>
    !isMerge &&
    sentencesFor(api, operation, name).some((one) => /null/.test(one) && keeps.test(one));
  const names = [...values.keys()].filter(
    (name) => holds({ ...bare, [name]: null }) && !isKeptByNull(name),
  );
  if (names.length === 0) return undefined;
  const rule = isMerge ? " (RFC 7396)" : "";
  return {
    members,
    names,
    isPartial: true,
    saying: (all) => Object.fromEntries(all.map((name) => [name, null])),
    message: (list) => `takes null for ${list} and keeps the value${rule}`,
  };
}

/** The media type of RFC 7396. */
export const mergePatch = "application/merge-patch+json";

/** @param create has values for members that the example of the operation leaves out */
function membersOf(
  api: VerifiedApi,
  operation: VerifiedOperation,
  ignored: ReadonlySet<string>,
  create?: VerifiedOperation,
): OptionalMembers | undefined {
  const example = api.description.exampleInput(operation.model);
  if (example === undefined) return undefined;
  const input = callInput(example);
  const schema = bodyMedia(operation, input)?.schema?.json;
  const isPatch = operation.model.method === "PATCH";
  const own = entriesOf(input.body);
  const made = create === undefined ? [] : madeEntries(api, create, isPatch);
  // A part of an object may be refused where a record has none of it, and what a PATCH leaves out stays.
  const names = memberNames(api.description.model.document, schema);
  const plain = [...made, ...own].filter(([name, value]) => names.includes(name) && isPlain(value));
  const body = Object.fromEntries(isPatch ? plain : [...made, ...own]);
  const isWhole = isObject(input.body) && schema && api.description.holds(schema, body);
  return optionalMembers(api, operation, isWhole ? { ...input, body } : input, ignored);
}

/** Returns the members of a creation's example, or those of all its examples. */
function madeEntries(api: VerifiedApi, create: VerifiedOperation, isFull: boolean) {
  const example = api.description.exampleInput(create.model);
  const input = example && callInput(example);
  return entriesOf((isFull && input ? fullerInput(api, create, input) : input)?.body);
}

const entriesOf = (body: unknown): (readonly [string, Json])[] =>
  Object.entries(isObject(body as Json) ? (body as JsonObject) : {});

const isPlain = (value: Json): boolean => ["string", "number", "boolean"].includes(typeof value);

/** True if a description says that an operation or one of its members keeps what is there. */
function isKept(api: VerifiedApi, operation: VerifiedOperation, name: string): boolean {
  const sentences = sentencesFor(api, operation, name);
  return !isRemoved(api, operation, name) && sentences.some((one) => keeps.test(one));
}

/** True if a description says that an operation removes what is left out. */
const isRemoved = (api: VerifiedApi, operation: VerifiedOperation, name: string): boolean =>
  sentencesFor(api, operation, name).some((one) => removes.test(one) && !keeps.test(one));

/** Returns what a description says of an operation that changes something, and of a member of its body. */
function sentencesFor(api: VerifiedApi, operation: VerifiedOperation, name: string): string[] {
  const { model } = operation;
  const schema = bodyMedia(operation, {})?.schema?.json;
  const own = memberSchemas(api.description.model.document, schema, name).map((one) =>
    String(one["description"] ?? ""),
  );
  const texts = [model.summary, model.description, model.requestBody?.description, ...own];
  return sentencesOf(...texts);
}

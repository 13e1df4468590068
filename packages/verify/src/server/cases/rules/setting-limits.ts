import { nounOf } from "@openapi-packages/compiler/mock/state/words";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { resourceNamed } from "../../../records/references.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Probe } from "../../../run/probe.ts";
import { isNumeric, memberNames, memberSchemas } from "../../../schema/members.ts";
import type { ResourceFlow } from "../flows/resources.ts";
import type { LimitRule, ShownNumber } from "./limit-rules.ts";

/** "The member has `max_loans` open loans or more", as a reason of a refusal. */
const reached =
  /\b(?:the|an?) (?<owner>[\w-]+) (?:already )?has (?:already )?(?:as many as )?`(?<setting>\w+)`(?: [a-z]+)? (?<what>[a-z]+)(?: or more| already)?[.;]?$/i;

/** Returns what a 409 of a creation says of how many records somebody may have, by a number that can be read elsewhere. */
export function settingLimitsOf(
  api: VerifiedApi,
  { name, create }: Pick<ResourceFlow, "name" | "create">,
): LimitRule[] {
  const { operation } = create;
  const conflicts = operation.model.responses.filter(({ status }) => status === "409");
  const { document } = api.description.model;
  const body = memberNames(document, bodyMedia(operation, {})?.schema?.json);
  return sentencesOf(...conflicts.map(({ description }) => description)).flatMap(
    (sentence): LimitRule[] => {
      const { owner = "", setting = "", what = "" } = reached.exec(sentence)?.groups ?? {};
      const isOfThese = nounOf(what) === nounOf(name);
      const most = isOfThese ? shownNumber(api, setting) : undefined;
      const named = body.find(
        (one) => nounOf(resourceNamed(api, one, name) ?? "") === nounOf(owner),
      );
      const resource = named && resourceNamed(api, named, name);
      if (most === undefined || named === undefined || resource === undefined) return [];
      return [{ most, sentence, scope: { named, resource } }];
    },
  );
}

/** Returns the read without a path parameter whose answer has a number of a name. */
function shownNumber(api: VerifiedApi, name: string): ShownNumber | undefined {
  const { document } = api.description.model;
  const read = api.operations.find(({ model }) => {
    const answer = model.responses.find(({ status }) => status === "200");
    const schema = answer?.content.find(({ kind }) => kind === "json")?.schema?.json;
    return (
      model.method === "GET" &&
      !model.path.includes("{") &&
      memberSchemas(document, schema, name).some(isNumeric)
    );
  });
  return read && { read, name };
}

/** Reads a number; `undefined` if it is not shown. */
export async function readNumber(
  probe: Probe,
  { read, name }: ShownNumber,
): Promise<number | undefined> {
  const { value } = await probe.call(read, {});
  const number = isObject(value) ? getMember(value, name) : undefined;
  return typeof number === "number" ? number : undefined;
}

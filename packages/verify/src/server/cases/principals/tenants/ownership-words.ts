import type { VerifiedApi, VerifiedOperation } from "../../../../description/verified-api.ts";
import { member } from "@openapi-packages/description";
import { memberSchemas } from "../../../../schema/members.ts";
import { nounOf, type NamingCreation, type WriteBelow } from "./tenant-names.ts";

/** Names of people, to whom others may send something: what has the identifier of another one is not theirs alone. */
const people =
  /user|person|people|member|employee|customer|client|contact|recipient|receiver|sender|assignee|owner|author|friend|follow|participant|patient|guest|agent|manager|driver|student|teacher|payee|target/;

/** True if a name is about a person and not about something that people share. */
export const isPerson = (letters: string): boolean => people.test(nounOf(letters));

/** Words of roles, which the caller may have for what is not its own, too. */
const roles =
  /\b(?:admin|staff|moderator|role|scope|permission|privilege|manager|supervisor|maintainer|operator|auditor)/i;

/** True if the description of a write says for whom it works, such as `Only the lead of the team can do so`. */
export function saysWhose({ operation, parameter }: WriteBelow, letters: string): boolean {
  const { summary, description, responses, parameters } = operation.model;
  const refusals = responses.filter(({ status }) => status === "403");
  const own = parameters.find(({ name }) => name === parameter);
  const texts = [summary, description, own?.description, ...refusals.map((one) => one.description)];
  if (texts.some((text) => roles.test(text ?? ""))) return false;
  return texts.some((text) => {
    const words = `(?:only|own|your|caller['’]s|not|other|another)`;
    return hasBoth(text ?? "", words, nounOf(letters));
  });
}

/** True if the description of a creation says that a member names what is the caller's own. */
export function saysOwn(
  api: VerifiedApi,
  { flow, member: name }: NamingCreation,
  letters: string,
): boolean {
  const { operation } = flow.create;
  const { summary, description } = operation.model;
  const schema = operation.model.requestBody?.content[0]?.schema?.json;
  const schemas = memberSchemas(api.description.model.document, schema, name);
  const texts = [summary, description, ...schemas.map((one) => member(one, "description"))];
  return texts.some((text) =>
    hasBoth(typeof text === "string" ? text : "", `(?:own|your|caller['’]s)`, nounOf(letters)),
  );
}

/** True if a sentence has one of some words and a noun, near to each other. */
function hasBoth(text: string, words: string, noun: string): boolean {
  const near = "[^.;]{0,60}";
  // `costcentre` is written as several words, too.
  const whole = `\\b${[...noun].join("[ _-]?")}(?:s|['’]s)?\\b`;
  const pattern = new RegExp(`\\b${words}\\b${near}${whole}|${whole}${near}\\b${words}\\b`, "i");
  return pattern.test(text.replaceAll(/\s+/g, " "));
}

/** True if an operation documents a refusal. */
export const documents = ({ model }: VerifiedOperation, wanted: string): boolean =>
  model.responses.some(({ status }) => status === wanted);

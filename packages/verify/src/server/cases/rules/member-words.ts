import { member } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import { clausesOf, type Clause } from "./clauses.ts";

/** The members of an operation's JSON body, with what the description says of each. */
export interface BodyMembers {
  readonly names: readonly string[];
  /** The schemas of the member. */
  clausesOf(name: string): readonly Clause[];
  /** The members of the member itself, if it is an object. */
  namesWithin(name: string): readonly string[];
}

/** Returns the members of an operation's body; `undefined` if it is no object in JSON. */
export function bodyMembers(
  api: VerifiedApi,
  operation: VerifiedOperation,
): BodyMembers | undefined {
  const { document } = api.description.model;
  const media = bodyMedia(operation, {});
  const schema = media?.schema?.json;
  if (media?.kind !== "json" || schema === undefined) return undefined;
  return {
    names: memberNames(document, schema),
    clausesOf: (name) =>
      memberSchemas(document, schema, name).flatMap((one) => {
        const text = member(one, "description");
        return typeof text === "string" ? clausesOf(text) : [];
      }),
    namesWithin: (name) =>
      memberSchemas(document, schema, name).flatMap((one) => memberNames(document, one)),
  };
}

/**
 * Marks the members in a clause as `‹M0›`, by the index of the name: those in backticks, and as words if they are none of
 * English.
 *
 * @param isPlain true to mark words of English, too. Default: false.
 */
export function withMembers(text: string, names: readonly string[], isPlain = false): string {
  let whole = text;
  const all = names.map((name, index) => ({ name, index }));
  for (const { name, index } of all.toSorted((one, other) => other.name.length - one.name.length)) {
    const own = name.toLowerCase().replaceAll(/[^a-z\d]/g, "\\$&");
    const isWord = !/[A-Z_\d-]/.test(name) && !isPlain;
    const pattern = isWord ? `\`${own}\`` : `(?<![\\w\`])\`?${own}\`?(?![\\w\`])`;
    whole = whole.replaceAll(new RegExp(pattern, "g"), `‹M${index}›`);
  }
  return whole;
}

/** True if an operation documents that it refuses what a body says. */
export const documentsRefusal = ({ model }: VerifiedOperation): boolean =>
  model.responses.some(({ status }) => ["400", "422", "4XX"].includes(status));

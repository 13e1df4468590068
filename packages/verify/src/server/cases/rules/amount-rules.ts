import { stem, wordsOf } from "@openapi-packages/compiler/mock/state/words";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { operationsOn } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { shownSchemas } from "../../../records/stories/state-member.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { isNumeric, memberNames, memberSchemas } from "../../../schema/members.ts";
import type { ResourceFlow } from "../flows/resources.ts";

/** An action that adds an amount to a number of its record, or takes it away, as far as another number allows. */
export interface AmountRule {
  readonly by: FoundOperation;
  /** The member of the body. */
  readonly amount: string;
  /** The number of the record that changes with each call, and by what factor. */
  readonly changed: { readonly name: string; readonly factor: 1 | -1; readonly sentence: string };
  /** The number of the record that is the greatest amount, if the description says so. */
  readonly most: { readonly name: string; readonly sentence: string } | undefined;
  /** Numbers of other records that are the sum of that. */
  readonly sums: readonly SumOf[];
}

/** A number of a record that other records name. */
export interface SumOf {
  readonly read: FoundOperation;
  readonly name: string;
  readonly description: string;
}

const moved =
  /\b(?:the|this|its|each) (?<what>[a-z ]+?) is (?<how>added to|subtracted from|deducted from|taken off|taken from) (?:the )?`(?<name>\w+)`/i;
const over =
  /\b(?:the|an?) (?<what>[a-z ]+?) is (?:more|greater|higher|larger) than (?:the )?`(?<name>\w+)`/i;

/** Returns what the descriptions of the actions on a resource say of an amount in their bodies. */
export function amountRulesOf(
  api: VerifiedApi,
  { name }: Pick<ResourceFlow, "name">,
): AmountRule[] {
  return operationsOn(api, name).flatMap((by): AmountRule[] => {
    const { operation, state } = by;
    const { model } = operation;
    const amount = numberOf(api, by);
    if (state.kind !== "act" || state.at === undefined || amount === undefined) return [];
    const isAmount = (what = ""): boolean => {
      const own = wordsOf(amount).map(stem);
      return wordsOf(what).every((word) => own.includes(stem(word)));
    };
    const own = sentencesOf(model.description);
    const conflicts = model.responses.filter(({ status }) => status === "409");
    const [changed] = own.flatMap((sentence) => {
      const { what, how, name: of = "" } = moved.exec(sentence)?.groups ?? {};
      const factor = how?.toLowerCase() === "added to" ? (1 as const) : (-1 as const);
      return how !== undefined && isAmount(what) ? [{ name: of, factor, sentence }] : [];
    });
    const [most] = sentencesOf(...conflicts.map(({ description }) => description)).flatMap(
      (sentence) => {
        const { what, name: of } = over.exec(sentence)?.groups ?? {};
        return of !== undefined && isAmount(what) ? [{ name: of, sentence }] : [];
      },
    );
    if (changed === undefined) return [];
    return [
      { by, amount, changed, most, sums: most === undefined ? [] : sumsOf(api, name, most.name) },
    ];
  });
}

/** Returns the one number that a body has to have; `undefined` if it has none, or must have something else. */
function numberOf({ description }: VerifiedApi, { operation }: FoundOperation): string | undefined {
  const { document } = description.model;
  const media = bodyMedia(operation, {});
  const schema = media?.schema?.json;
  if (media?.kind !== "json") return undefined;
  const numbers = memberNames(document, schema).filter((name) =>
    memberSchemas(document, schema, name).some(isNumeric),
  );
  return numbers.length === 1 ? numbers[0] : undefined;
}

/** Returns the numbers of other records that are described as the sum of a number of these. */
function sumsOf(api: VerifiedApi, own: string, name: string): SumOf[] {
  const { document } = api.description.model;
  const said = new RegExp(String.raw`^(?:the )?sum of (?:the )?\`${name}\``, "i");
  return Object.keys(api.description.mock.state?.resources ?? {}).flatMap((resource): SumOf[] => {
    const read = operationsOn(api, resource).find(
      ({ operation, state }) => state.kind === "read" && operation.model.method === "GET",
    );
    if (read === undefined || resource === own) return [];
    return shownSchemas(api, read).flatMap((schema) =>
      memberNames(document, schema).flatMap((member): SumOf[] => {
        const description = memberSchemas(document, schema, member)
          .map((one) => one["description"])
          .find((one) => typeof one === "string" && said.test(one));
        return typeof description === "string" ? [{ read, name: member, description }] : [];
      }),
    );
  });
}

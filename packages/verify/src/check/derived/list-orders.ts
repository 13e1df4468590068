import {
  isObject,
  member as memberOf,
  pointerParts,
  type Json,
} from "@openapi-packages/description";
import { equal } from "@openapi-packages/runtime/internals";
import { sentencesOf } from "../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import { effectOf } from "../../records/effects.ts";
import { valuesAt } from "../../records/places.ts";
import { memberNames, memberSchemas } from "../../schema/members.ts";
import { comparisonIn } from "../../server/cases/filters/said-comparison.ts";
import { sortFault, type SortTest } from "../../server/cases/filters/sorting.ts";
import {
  ascending,
  byDirected,
  byMember,
  descending,
  memberIn,
  newest,
  oldest,
} from "../../server/cases/filters/stated-order.ts";
import { isOfTies } from "../../server/cases/filters/ties.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { DerivedProblem } from "./derived-rule.ts";
import { schemaWalkOf } from "./schema-walk.ts";

/** The order of a list within an answer. */
interface OrderRule extends Omit<SortTest, "query"> {
  /** The place of the list; `*` is each item of another one. */
  readonly place: readonly string[];
  readonly sentence: string;
}

/** Words by which a list may have another order, also that of another list: "In the order of the questions". */
const otherwise =
  /\b(?:no|not|never|any|may|might|can|usually|mostly|unless|except|within|group\w*|in (?:the )?order of the|(?:with|and) (?:the|an?) [^,;]* (?:first|last))\b/i;

/** Names of times other than that from which a record is old or new. */
const ofOtherTimes =
  /^(?:changed|closed|deleted|due|edited|end(?:s|ed)?|expire[sd]?|expir(?:y|ation)|finish(?:es|ed)?|modified|start(?:s|ed)?|until|updated|valid)(?![a-z])/;

/**
 * Compares lists within records with the order that their descriptions state: "In order of their labels", "Oldest first". A rule
 * counts once an answer has kept to it with different values: services without data of their own, such as mocks, do not sort.
 */
export class ListOrders {
  readonly #rules: ReadonlyMap<string, readonly OrderRule[]>;
  readonly #shown = new Map<string, { isKept: boolean; wrong?: DerivedProblem }>();

  constructor(api: VerifiedApi) {
    const walk = schemaWalkOf(api);
    const rulesOf = (operation: VerifiedOperation): OrderRule[] => {
      const state = effectOf(api, operation);
      // The order of a list of records may be asked for.
      const listed = state?.kind === "list" ? pointerParts(state.at ?? "") : undefined;
      return walk
        .of(operation)
        .filter(({ place }) => !equal(place, listed))
        .flatMap(({ schema, place }) => ruleOf(api, schema, place) ?? []);
    };
    this.#rules = new Map(api.operations.map((one) => [one.id, rulesOf(one)]));
  }

  /** Looks at an answer, and returns the violations that are known by now. */
  note({ id, model }: VerifiedOperation, exchange: Exchange): readonly DerivedProblem[] {
    return (this.#rules.get(id) ?? []).flatMap((rule) => {
      const { place, member, sentence } = rule;
      const key = JSON.stringify([place.at(-1), sentence]);
      const shown = this.#shown.get(key) ?? { isKept: false };
      this.#shown.set(key, shown);
      for (const list of valuesAt(exchange.value, place)) {
        if (!Array.isArray(list) || !list.every((one) => isObject(one as Json))) continue;
        if (new Set(list.map((one) => JSON.stringify(one[member]))).size < 2) continue;
        const fault = sortFault({ ...rule, text: `\`${place.at(-1)}\`` }, list);
        if (fault === undefined) shown.isKept = true;
        const message = `${fault}, and the description says ${JSON.stringify(sentence)}`;
        const pointer = `${model.pointer}/responses/${exchange.response?.status}`;
        const problem = { check: "sort", message, pointer, about: place.join("/") } as const;
        if (fault !== undefined) shown.wrong ??= { problem, exchange };
      }
      if (shown.wrong === undefined || !shown.isKept) return [];
      const { wrong } = shown;
      delete shown.wrong;
      return [wrong];
    });
  }
}

/** Returns the order that the description of a list states; `undefined` if there is none that can be told. */
function ruleOf(api: VerifiedApi, schema: Json, place: readonly string[]): OrderRule | undefined {
  const { document } = api.description.model;
  const [description, items] = [memberOf(schema, "description"), memberOf(schema, "items")];
  if (place.length === 0 || typeof description !== "string" || items === undefined)
    return undefined;
  const names = memberNames(document, items);
  const keywordOf = (name: string, keyword: string): unknown =>
    memberSchemas(document, items, name)
      .map((one) => one[keyword])
      .find((one) => one !== undefined);
  const isTime = (name: string): boolean =>
    /^date(-time)?$/.test(String(keywordOf(name, "format")));
  const patterns = [byMember, byDirected, newest, oldest];
  const [sentence, ...further] = sentencesOf(description).filter((one) =>
    patterns.some((pattern) => pattern.test(one)),
  );
  if (sentence === undefined || further.length > 0 || otherwise.test(sentence)) return undefined;
  const isUp = ascending.test(sentence) || oldest.test(sentence);
  const isDown = descending.test(sentence) || newest.test(sentence);
  if (isUp && isDown) return undefined;
  const by = byMember.exec(sentence) ?? byDirected.exec(sentence);
  if (by === null) {
    const [member, ...others] = names.filter(isTime);
    if (member === undefined || others.length > 0 || ofOtherTimes.test(member)) return undefined;
    return { place, member, direction: isDown ? "desc" : "asc", sentence };
  }
  const member = memberIn(by.groups?.["name"] ?? "", names);
  // Texts of a few values may have ranks.
  if (member === undefined || keywordOf(member, "enum") !== undefined) return undefined;
  if (isOfTies(sentence, by.index)) return undefined;
  const direction = isDown ? "desc" : isUp || isTime(member) ? "asc" : undefined;
  return { place, member, direction, comparison: comparisonIn(sentence), sentence };
}

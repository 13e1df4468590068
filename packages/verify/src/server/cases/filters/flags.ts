import { canonicalText, type Parameter } from "@openapi-packages/description";
import { plainName } from "@openapi-packages/compiler/mock/state/words";
import { sentencesOf } from "../../../description/said.ts";
import type { Probe } from "../../../run/probe.ts";
import { applicableSchemas } from "../../../schema/members.ts";
import { walkList, type Walk } from "../pages/walk.ts";
import { withLargePages } from "../pages/list-pages.ts";
import { counterFault } from "./counters.ts";
import { itemSchema, type ListPlace } from "./list-place.ts";

/** The most pages that are read of a list. */
const mostPages = 20;

/** Returns the flags of a list by which its items are told apart, such as `has_photo`, although no member has the name. */
export function flagsOf(place: ListPlace): readonly Parameter[] {
  const { document } = place.api.description.model;
  return place.operation.model.parameters.filter(({ in: location, name, schema, description }) => {
    const isFlag = applicableSchemas(document, schema.json).some(({ type }) => type === "boolean");
    const isMember = (place.state.filters ?? []).some(({ parameter }) => parameter === name);
    return (
      location === "query" &&
      isFlag &&
      !isMember &&
      (/^(has|is)_/.test(plainName(name)) || saysOpposite(description)) &&
      itemSchema(place, name) === undefined
    );
  });
}

/**
 * Checks that no item of a list is there both with a flag and without it, as `has_photo=true` and `has_photo=false`
 * are, nor where its own number says otherwise: 2 requests. A service may take false for a flag that is left out, unless its description says what false is.
 */
export async function verifyFlag(
  probe: Probe,
  { api, operation }: ListPlace,
  { name, description, schema }: Parameter,
): Promise<void> {
  const { input } = await probe.records.inputFor(operation, false);
  if (input === undefined) return;
  const read = async (value: boolean): Promise<Walk | undefined> => {
    const { [name]: _, ...others } = (input.query ?? {}) as Readonly<Record<string, unknown>>;
    const asked = withLargePages(api, operation, { ...input, query: { ...others, [name]: value } });
    const walk = await walkList(probe, operation, asked, mostPages);
    const isRead = walk.exchanges.every(({ response }) => response?.status === 200);
    return isRead ? walk : undefined;
  };
  for (let attempt = 1; ; attempt++) {
    const having = await read(true);
    const without = having && (await read(false));
    if (having === undefined || without === undefined) return;
    const wrong = counterFault(name, description, having, without);
    if (wrong !== undefined) {
      if (attempt === 1) continue;
      const pointer = schema.pointer.replace(/\/schema$/, "");
      const { exchanges } = wrong.walk;
      return probe.report(
        { check: "filter", message: wrong.message, pointer },
        operation,
        exchanges,
      );
    }
    const [yes, no] = [having, without].map(({ items }) => new Set(items.map(canonicalText)));
    const both = [...(yes ?? [])].filter((one) => no?.has(one));
    const isSame = both.length === yes?.size && both.length === no?.size;
    if (both.length === 0 || (!isSame && !saysFalse(description))) return;
    // Others may change the list in the meantime.
    if (attempt === 1) continue;
    const message = isSame
      ? `filter ${name} gives the same ${both.length} items for true and for false`
      : `filter ${name}=false contains ${both.length} of the ${yes?.size} items that ${name}=true has`;
    const pointer = schema.pointer.replace(/\/schema$/, "");
    const exchanges = [...having.exchanges, ...without.exchanges];
    return probe.report({ check: "filter", message, pointer }, operation, exchanges);
  }
}

/** True if a description says that false gives the other items alone. */
const saysFalse = (description: string | undefined): boolean => {
  if (saysOpposite(description)) return true;
  const sentences = sentencesOf(description);
  const isOthers = sentences.some(
    (one) => /\b(false|without)\b/i.test(one) && /\bonly\b/i.test(one),
  );
  return isOthers && !sentences.some((one) => /\b(all|every|any|both|regardless)\b/i.test(one));
};

const whatHas = /`?\btrue\b`?: [\w ]+? (?:with|(?:that|which) (?:have|has|are|is)) (?!no\b|not\b)/i;
const whatHasNot =
  /`?\bfalse\b`?: [\w ]+? (?:without|with no|(?:that|which) (?:have|has) (?:no|none)|(?:that|which) (?:are|is) not)\b/i;

/** True if a description has one sentence for true, and its opposite for false: "`true`: with a copy. `false`: without". */
function saysOpposite(description: string | undefined): boolean {
  const sentences = sentencesOf(description);
  return [whatHas, whatHasNot].every((said) => sentences.some((one) => said.test(one)));
}

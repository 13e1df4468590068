import { nounOf } from "@openapi-packages/compiler/mock/state/words";
import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { withFreshKey } from "../../../records/own-key.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, type Flow } from "../flows/flow.ts";
import type { ResourceFlow } from "../flows/resources.ts";

/** A member that names another record below the same one: "The id of a comment on the same episode". */
export interface SameParent {
  readonly member: string;
  /** The resource of the record above, and the parameter of the path that names it. */
  readonly above: string;
  readonly parameter: string;
  readonly sentence: string;
}

const sameAbove =
  /\b(?:an?|another|the) (?<noun>[a-z][\w-]*) (?:at|below|from|in|of|on|to|under|within) the same (?<above>[a-z][\w-]*)\b/i;

/** Returns the members of a creation that name another record of their resource, below the same one. */
export function sameParents(api: VerifiedApi, { name, create }: ResourceFlow): SameParent[] {
  const { document } = api.description.model;
  const { resource: above, parameter } = create.state.path.at(-1) ?? {};
  if (above === undefined || parameter === undefined) return [];
  const schema = bodyMedia(create.operation, {})?.schema?.json;
  return memberNames(document, schema).flatMap((member) => {
    const texts = memberSchemas(document, schema, member).map((one) => one["description"]);
    const said = texts.flatMap((one) => (typeof one === "string" ? sentencesOf(one) : []));
    const sentence = said.find((one) => {
      const found = sameAbove.exec(one)?.groups;
      const [noun = "", other = ""] = [found?.["noun"], found?.["above"]];
      return nounOf(noun) === nounOf(name) && nounOf(other) === nounOf(above);
    });
    return sentence === undefined ? [] : [{ member, above, parameter, sentence }];
  });
}

/**
 * Creates records that name another one: below the same record, which has to be taken, and below another one. 3 requests, and
 * those for the records above.
 */
export async function namedElsewhere(flow: Flow, rule: SameParent): Promise<void> {
  const { member, above, parameter, sentence } = rule;
  const { records } = flow.probe;
  const { create } = flow.resource;
  const made = await flow.create();
  if (made === undefined || !isObject(made.input.body)) return;
  const naming = { ...(flow.varied(create, made.input).body as object), [member]: made.record.key };
  const send = async (path: CallInput["path"], text: string): Promise<Exchange | undefined> => {
    const input = { ...made.input, ...(path && { path }), body: naming };
    const sent = withFreshKey(create.operation, input, text);
    if ((await flow.probe.write(create.operation, sent)) === undefined) return undefined;
    const exchange = await flow.probe.call(create.operation, sent);
    const shown = flow.shown(create, exchange);
    const isTaken = isObject(shown) && getMember(shown, member) === made.record.key;
    return isDone(exchange) && isTaken ? exchange : undefined;
  };
  if ((await send(made.input.path, "named beside")) === undefined) return;
  const prepared = await records.stories.recordFor(create.operation, above, false, "new");
  const other = prepared ?? (await records.make(above));
  if (other === undefined || other.key === String(getMember(made.input.path, parameter))) return;
  const elsewhere = await send({ ...made.input.path, [parameter]: other.key }, "named elsewhere");
  if (elsewhere === undefined) return;
  // Keys may be numbers that each parent has.
  const place = flow.resource.read?.state.path.find(({ resource }) => resource === above);
  const path = { ...made.record.path, [place?.parameter ?? ""]: other.key };
  const own = place && (await flow.read({ ...made.record, path }));
  if (own !== undefined && isDone(own)) return;
  const message = `takes a ${flow.resource.name} of another ${above} as \`${member}\`, and the description says ${JSON.stringify(sentence)}`;
  const { pointer } = create.operation.model;
  const problem = { check: "described-rule", message, pointer, about: member } as const;
  flow.probe.report(problem, create.operation, [made.exchange, elsewhere]);
}

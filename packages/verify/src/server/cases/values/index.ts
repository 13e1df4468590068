import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/runtime/internals";
import { fullerInput } from "../../../records/fuller.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import { Flow } from "../flows/flow.ts";
import { withOwnMembers } from "../flows/own-members.ts";
import { resourceFlows } from "../flows/resources.ts";
import { exportedDeletion } from "./exported-deletions.ts";
import { exportedAsListed } from "./exported-lists.ts";
import { exportedInOrder } from "./exported-order.ts";
import { exported } from "./exported-texts.ts";
import { exportedWhole, exportsOf } from "./exports.ts";
import { valuePlaces } from "./value-places.ts";
import { joinedExportsOf, joinedTexts } from "./joined-texts.ts";
import { csvOf, quotedInRows } from "./rows-of-csv.ts";
import { KeptValues } from "./value-run.ts";
import { WhiteSpace } from "./white-space.ts";
import { changer, creator } from "./writer.ts";

/**
 * Writes texts and numbers that services lose, where the schemas allow them, and compares what is shown: long
 * texts, characters beyond ASCII, NUL, integers and numbers at the limits of their formats. A member is tried
 * if a plain value of it comes back unchanged. 10 requests to create or change a record with texts, 6 with
 * numbers, 12 for an export, 4 for one that says that it has no deleted records, and those of {@link exportedAsListed}.
 */
export function* valueCases({ api }: CaseContext): Generator<Case> {
  for (const resource of resourceFlows(api)) {
    const { create, update, replace, read } = resource;
    const spaces = new WhiteSpace();
    yield valueCase(create, (probe) => created(new Flow(probe, resource), spaces));
    if (read === undefined) continue;
    for (const by of new Set([update, replace]))
      if (by !== undefined)
        yield valueCase(by, (probe) => changed(new Flow(probe, resource), by, spaces));
  }
  for (const { get, resource } of exportsOf(api))
    yield {
      id: `${get.id}/values/export-of-${resource.name}`,
      operations: [get],
      aims: ["2XX"],
      run: async (probe) => {
        await exported(new Flow(probe, resource), get);
        await exportedWhole(new Flow(probe, resource), get);
        await exportedAsListed(new Flow(probe, resource), get);
        await exportedInOrder(new Flow(probe, resource), get);
        await exportedDeletion(new Flow(probe, resource), get);
      },
    };
  for (const joined of joinedExportsOf(api))
    yield {
      id: `${joined.get.id}/values/texts-of-${joined.named.name}`,
      operations: [joined.get],
      aims: ["2XX"],
      run: (probe) => joinedTexts(probe, joined),
    };
  for (const get of csvOf(api))
    yield {
      id: `${get.id}/values/rows`,
      operations: [get],
      aims: ["2XX"],
      run: (probe) => quotedInRows(probe, get),
    };
}

function valueCase({ operation }: FoundOperation, run: (probe: Probe) => Promise<void>): Case {
  return { id: `${operation.id}/values`, operations: [operation], aims: ["2XX"], run };
}

async function created(flow: Flow, spaces: WhiteSpace): Promise<void> {
  const { operation } = flow.resource.create;
  const { input } = await flow.probe.records.inputFor(operation, false);
  if (input === undefined) return;
  const full = fullerInput(flow.probe.api, operation, input);
  for (const one of new Set([full, input]))
    if (await new KeptValues(flow, creator(flow, one), spaces).run()) return;
}

async function changed(flow: Flow, by: FoundOperation, spaces: WhiteSpace): Promise<void> {
  const made = await flow.createFull();
  if (made === undefined) return;
  const { api } = flow.probe;
  const same = (input: CallInput): CallInput => input;
  const own = (input: CallInput): CallInput =>
    withOwnMembers(api, by.operation, input, made.input.body);
  // Members of a PATCH need no other members, and may be refused for some, such as times that do not follow each other.
  const ways =
    by.operation.model.method === "PATCH"
      ? [same, (input: CallInput) => freeMembers(flow, by, fullerInput(api, by.operation, input))]
      : [(input: CallInput) => fullerInput(api, by.operation, own(input)), same];
  for (const way of ways) {
    const writer = await changer(flow, by, made.record, way);
    if (writer === undefined) return;
    const isEmpty = way === same && valuePlaces(flow, by, writer.input).length === 0;
    if (!isEmpty && (await new KeptValues(flow, writer, spaces).run())) return;
  }
}

/** Returns an input whose body has no members but those that a service only has to keep. */
function freeMembers(flow: Flow, by: FoundOperation, input: CallInput): CallInput {
  if (!isObject(input.body)) return input;
  const free = new Set(valuePlaces(flow, by, input).map(({ tokens }) => tokens[0]));
  const body = Object.entries(input.body).filter(([name]) => free.has(name));
  return { ...input, body: Object.fromEntries(body) };
}

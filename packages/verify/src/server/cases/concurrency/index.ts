import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import { isStore, operationsOn } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { idempotencyHeader } from "../../../records/own-key.ts";
import { tagHeaderOf } from "../../../records/entity-tag.ts";
import { Flow } from "../flows/flow.ts";
import { resourceFlows, type ResourceFlow } from "../flows/resources.ts";
import { computedAtOnce, isComputing } from "./computed.ts";
import { counted, countersOf } from "./counters.ts";
import { createdAtOnce } from "./created-at-once.ts";
import { idempotent } from "./idempotency.ts";
import { singletons } from "../flows/singleton.ts";
import { lastPlaces, placesOf } from "./last-places.ts";
import { patchesAtOnce, taggedChanges, taggedWrites } from "./lost-updates.ts";
import { uniqueAtOnce } from "./unique-at-once.ts";

/**
 * Sends several calls of one operation at once. What each of them does is known from calls one by one before:
 * only what is different then is reported. At most 60 requests for a resource, and 8 for what is only computed.
 */
export function* concurrencyCases({ api }: CaseContext): Generator<Case> {
  for (const resource of resourceFlows(api)) {
    const { create, read, update, replace } = resource;
    const { responses } = create.operation.model;
    yield concurrent(resource, create.operation, "created", createdAtOnce);
    const isConflict = responses.some(({ status }) => status === "409");
    // Each PUT of one key replaces what the one before has stored.
    if (isConflict && !isStore(create))
      yield concurrent(resource, create.operation, "unique", uniqueAtOnce);
    const places = placesOf(api, resource);
    if (places !== undefined)
      yield concurrent(resource, create.operation, "last-places", (flow) =>
        lastPlaces(flow, places),
      );
    if (idempotencyHeader(create.operation) !== undefined)
      yield concurrent(resource, create.operation, "idempotency-key", (flow) => idempotent(flow));
    for (const below of operationsOn(api, resource.name))
      if (isKeyedBelow(below))
        yield concurrent(resource, below.operation, "idempotency-key", (flow) =>
          idempotent(flow, below),
        );
    if (read === undefined) continue;
    for (const by of new Set([update, replace]))
      if (by !== undefined && takesTag(by.operation))
        yield concurrent(resource, by.operation, "same-tag", (flow) => taggedChanges(flow, by));
    if (update?.operation.model.method === "PATCH")
      yield concurrent(resource, update.operation, "patches", (flow) =>
        patchesAtOnce(flow, update),
      );
    for (const operation of countersOf(api, resource))
      yield concurrent(resource, operation, "counted", (flow) => counted(flow, operation));
  }
  for (const operation of api.operations.filter((one) => isComputing(api, one)))
    yield {
      id: `${operation.id}/at-once/computed`,
      operations: [operation],
      aims: ["2XX"],
      run: (probe) => computedAtOnce(probe, operation),
    };
  for (const singleton of singletons(api)) {
    const { write, read } = singleton;
    if (takesTag(write))
      yield {
        id: `${write.id}/at-once/same-tag`,
        operations: [write, read],
        aims: ["2XX"],
        run: (probe) => taggedWrites(probe, singleton),
      };
  }
}

/** True if an operation takes `If-Match`, and documents what it answers to a stale one. */
const takesTag = (operation: VerifiedOperation): boolean =>
  tagHeaderOf(operation) !== undefined &&
  operation.model.responses.some(({ status }) => status === "412");

/** True if an operation makes something below a record that has no path of its own, by an idempotency key. */
const isKeyedBelow = ({ operation, state }: FoundOperation): boolean =>
  state.kind === "below" &&
  operation.model.method === "POST" &&
  operation.model.responses.some(({ status }) => status === "201") &&
  idempotencyHeader(operation) !== undefined;

function concurrent(
  resource: ResourceFlow,
  operation: VerifiedOperation,
  kind: string,
  run: (flow: Flow) => Promise<void>,
): Case {
  return {
    id: `${operation.id}/at-once/${kind}`,
    operations: [operation],
    aims: ["2XX"],
    run: (probe) => run(new Flow(probe, resource)),
  };
}

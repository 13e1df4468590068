import type { Case, CaseContext } from "../../../run/case.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { createdAgain, repeatableBy } from "./again.ts";
import { aggregatesOf } from "./aggregates/aggregate-rules.ts";
import { aggregates } from "./aggregates/aggregates.ts";
import { batchesOf } from "./batch-rules.ts";
import { BatchFlow } from "./batches.ts";
import { writesBelow, writtenBelow } from "./below.ts";
import { replaced, updated } from "./changed.ts";
import { countedElsewhere, countingList } from "./counted-elsewhere.ts";
import { created } from "./created.ts";
import { deleted } from "./deleted.ts";
import { creationsOfDeletion, deletedBelow } from "./deleted-below.ts";
import { deletedEntries, entriesOfDeletion } from "./deleted-entries.ts";
import { EntriesFlow, entriesOf } from "./entries.ts";
import { Flow } from "./flow.ts";
import { givenBack, givingBackOf } from "./given-back.ts";
import { mergedInside } from "./merged-members.ts";
import {
  mergedObject,
  mergedObjects,
  objectOfRecord,
  objectOfSingleton,
} from "./merged-objects.ts";
import { changesOnly, onlyChangesOf } from "./only-changes.ts";
import { putStatusCases } from "./put-statuses.ts";
import { putsOfNumbers, putTwice } from "./put-twice.ts";
import { refusedChoice } from "./refused-choice.ts";
import { mergedMap, mergedMaps, takesMergePatch } from "./merged-maps.ts";
import { refusedChange, refusedWrite } from "./refused-change.ts";
import { movesOf, refusedMove } from "./refused-moves.ts";
import { refused } from "./refused.ts";
import { listWriters, replacedLists } from "./replaced-lists.ts";
import { replacedObjects, replacedWhole } from "./replaced-objects.ts";
import { resourceFlows, type ResourceFlow } from "./resources.ts";
import { nullable, replaceable } from "./removals.ts";
import { removedAt, removedFrom } from "./removed-members.ts";
import { changesOfUnique, takenValue } from "./taken-values.ts";
import { SingletonFlow, singletons, type Singleton } from "./singleton.ts";
import { storeOf, stored } from "./stored.ts";
import { timeOfChange } from "./times.ts";
import { halfTaken, itemsOfRecords } from "./two-items.ts";
import { listedElsewhere, parentOf, wrongParent } from "./wrong-parent.ts";

/**
 * Tests sequences of requests, once for each resource that the description's operations create, and each value at
 * a path of its own: at most 48 requests for a resource, 8 for each map that is merged and each object that is replaced, 13 for each of its sums and
 * means, and those for required records.
 */
export function* flowCases({ api }: CaseContext): Generator<Case> {
  for (const resource of resourceFlows(api)) {
    yield* recordCases(api, resource);
    yield* besideCases(api, resource);
  }
  yield* singletonCases(api);
  yield* putCases(api);
  for (const batch of batchesOf(api))
    yield {
      id: `${batch.operation.id}/flow/batch/${batch.member}`,
      operations: [batch.operation],
      aims: ["2XX", "4XX"],
      run: (probe) => new BatchFlow(probe, batch).run(),
    };
}

/** Tests what becomes of a record: it is created, changed and deleted. */
function* recordCases(api: VerifiedApi, resource: ResourceFlow): Generator<Case> {
  const { create, read, update, replace, remove } = resource;
  yield flowCase(resource, create, "created", ["2XX"], created);
  if (update !== undefined && read !== undefined)
    yield flowCase(resource, update, "updated", ["2XX"], (flow) => updated(flow, update));
  if (update !== undefined && read !== undefined)
    yield flowCase(resource, update, "time-of-change", ["2XX"], (flow) =>
      timeOfChange(flow, update),
    );
  if (update !== undefined && read !== undefined)
    yield flowCase(resource, update, "refused-choice", ["4XX"], (flow) =>
      refusedChoice(flow, update),
    );
  if (update !== undefined && read !== undefined && takesMergePatch(update))
    yield flowCase(resource, update, "merged", ["2XX"], (flow) =>
      mergedInside(
        flow,
        update,
        replacedObjects(api, update).map(({ outer }) => outer),
      ),
    );
  if (update !== undefined && read !== undefined)
    for (const map of mergedMaps(api, update))
      yield flowCase(resource, update, `merged/${map}`, ["2XX"], (flow) =>
        mergedMap(flow, update, map),
      );
  if (update !== undefined && read !== undefined)
    for (const one of replacedObjects(api, update))
      yield flowCase(resource, update, `replaced/${one.outer}`, ["2XX"], (flow) =>
        replacedWhole(flow, update, one),
      );
  if (update !== undefined && read !== undefined && !takesMergePatch(update))
    for (const outer of mergedObjects(api, update))
      yield flowCase(resource, update, `merged/${outer}`, ["2XX"], async (flow) =>
        mergedObject(await objectOfRecord(flow, update, outer)),
      );
  for (const by of new Set([update, replace]))
    if (by !== undefined && read !== undefined)
      yield flowCase(resource, by, "refused-change", ["4XX"], (flow) => refusedChange(flow, by));
  if (replace !== undefined && read !== undefined)
    yield flowCase(resource, replace, "twice", ["2XX"], (flow) => replaced(flow, replace));
  for (const change of changesOfUnique(resource))
    yield flowCase(resource, change, "taken", ["409"], (flow) => takenValue(flow, change));
  yield* removalCases(api, resource);
  if (remove !== undefined)
    yield flowCase(resource, remove, "deleted", ["2XX", "404"], (flow) => deleted(flow, remove));
  const hasBelow = read && remove && creationsOfDeletion(api, read, remove).length > 0;
  if (hasBelow === true)
    yield flowCase(resource, remove, "deleted-below", ["2XX"], (flow) =>
      deletedBelow(flow, read, remove),
    );
  if (read === undefined || remove === undefined) return;
  for (const entries of entriesOfDeletion(api, read, remove))
    yield {
      id: `${entries.list.id}/flow/deleted-entries`,
      operations: [entries.list],
      aims: ["2XX"],
      run: (probe) => deletedEntries(new Flow(probe, resource), remove, entries),
    };
}

/** Tests what is below and above a record, its moves to other states, and creations that are refused. */
function* besideCases(api: VerifiedApi, resource: ResourceFlow): Generator<Case> {
  const { create, read, list } = resource;
  for (const one of writesBelow(api, resource))
    yield {
      id: `${one.id}/flow/below`,
      operations: [one],
      aims: ["2XX"],
      run: (probe) => writtenBelow(new Flow(probe, resource), one),
    };
  for (const move of movesOf(api, resource))
    yield {
      id: `${move.by.id}/flow/refused-move`,
      operations: [move.by],
      aims: ["409"],
      run: (probe) => refusedMove(new Flow(probe, resource), move),
    };
  for (const rule of onlyChangesOf(api, resource))
    yield {
      id: `${rule.by.operation.id}/flow/only-changes`,
      operations: [rule.by.operation],
      aims: ["2XX"],
      run: (probe) => changesOnly(new Flow(probe, resource), rule),
    };
  const counting = countingList(api, resource);
  if (counting !== undefined)
    yield flowCase(resource, create, "counted-elsewhere", ["2XX"], (flow) =>
      countedElsewhere(flow, counting),
    );
  for (const rule of aggregatesOf(api, resource))
    yield flowCase(resource, create, `aggregates/${rule.member}`, ["2XX"], (flow) =>
      aggregates(flow, rule),
    );
  for (const items of itemsOfRecords(api, resource))
    yield flowCase(resource, create, `half-taken/${items.taken}`, ["409"], (flow) =>
      halfTaken(flow, items),
    );
  for (const rule of givingBackOf(api, resource)) {
    const { operation } = rule.write;
    yield {
      id: `${operation.id}/flow/given-back/${rule.taken}`,
      operations: [operation],
      aims: ["2XX"],
      run: (probe) => givenBack(new Flow(probe, resource), rule),
    };
  }
  for (const rule of repeatableBy(api, resource))
    yield {
      id: `${rule.write.operation.id}/flow/again`,
      operations: [create.operation],
      aims: ["2XX"],
      run: (probe) => createdAgain(new Flow(probe, resource), rule),
    };
  if (list !== undefined) yield flowCase(resource, create, "refused", ["4XX"], refused);
  if (read !== undefined && parentOf(read) !== undefined)
    yield flowCase(resource, read, "wrong-parent", ["404"], (flow) => wrongParent(flow, read));
  for (const one of resource.lists)
    if (parentOf(one) !== undefined)
      yield flowCase(resource, one, "wrong-parent", ["2XX"], (flow) => listedElsewhere(flow, one));
}

/** Tests values at a path of their own. */
function* singletonCases(api: VerifiedApi): Generator<Case> {
  for (const singleton of singletons(api)) {
    const { write, read } = singleton;
    const about = { operations: [write, read], aims: ["2XX"] };
    yield {
      id: `${write.id}/flow/read`,
      ...about,
      run: (probe) => new SingletonFlow(probe, singleton).run(),
    };
    yield {
      id: `${write.id}/flow/refused-change`,
      operations: [write, read],
      aims: ["4XX"],
      run: (probe) => refusedWrite(probe, singleton),
    };
    yield* mergedCases(api, singleton);
    const removal = replaceable(api, write);
    if (removal !== undefined)
      yield {
        id: `${write.id}/flow/left-out`,
        ...about,
        run: (probe) => removedAt(probe, singleton, removal),
      };
  }
}

/** Tests changes of a part of an object in a value at a path of its own. */
function* mergedCases(api: VerifiedApi, { read }: Singleton): Generator<Case> {
  const { path } = read.model;
  for (const write of api.operations.filter(({ model }) => model.path === path))
    if (write.model.method === "PATCH")
      for (const outer of mergedObjects(api, { operation: write }))
        yield {
          id: `${write.id}/flow/merged/${outer}`,
          operations: [write, read],
          aims: ["2XX"],
          run: async (probe) =>
            mergedObject(await objectOfSingleton(probe, { write, read }, outer)),
        };
}

/** Tests PUTs of entries, of a number, and of a file. */
function* putCases(api: VerifiedApi): Generator<Case> {
  for (const entries of entriesOf(api))
    yield {
      id: `${entries.put.id}/flow/entries`,
      operations: [entries.put, entries.show],
      aims: ["2XX"],
      run: (probe) => new EntriesFlow(probe, entries).run(),
    };
  for (const put of putsOfNumbers(api))
    yield {
      id: `${put.id}/flow/put-twice`,
      operations: [put],
      aims: ["2XX"],
      run: (probe) => putTwice(probe, put),
    };
  yield* putStatusCases(api);
  for (const writer of listWriters(api))
    yield {
      id: `${writer.operation.id}/flow/lists`,
      operations: [writer.operation],
      aims: ["2XX"],
      run: (probe) => replacedLists(probe, writer),
    };
  for (const get of api.operations) {
    const put = storeOf(api, get);
    const isFile = put?.model.requestBody?.content[0]?.kind === "binary";
    if (put !== undefined && isFile && get.model.method === "GET")
      yield {
        id: `${put.id}/flow/stored`,
        operations: [put, get],
        aims: ["2XX"],
        run: (probe) => stored(probe, put, get),
      };
  }
}

/** Tests that a PUT removes what it leaves out, and a PATCH what it says is null: 7 requests each. */
function* removalCases(api: VerifiedApi, resource: ResourceFlow): Generator<Case> {
  const { create, read, replace, update, descriptor } = resource;
  const { key = "", lifecycle, roles } = descriptor;
  const ignored = new Set([key, lifecycle?.member ?? "", ...Object.keys(roles)]);
  const isSeen = read !== undefined || replace?.state.at !== undefined;
  const isWhole = replace?.state.kind === "replace" && isSeen;
  const left = isWhole ? replaceable(api, replace.operation, ignored, create.operation) : undefined;
  if (replace !== undefined && left !== undefined)
    yield flowCase(resource, replace, "left-out", ["2XX"], (flow) =>
      removedFrom(flow, replace, left),
    );
  if (read === undefined) return;
  const nulled = update && nullable(api, update.operation, ignored, create.operation);
  if (update !== undefined && nulled !== undefined)
    yield flowCase(resource, update, "null", ["2XX"], (flow) => removedFrom(flow, update, nulled));
}

function flowCase(
  resource: ResourceFlow,
  { operation }: FoundOperation,
  kind: string,
  aims: readonly string[],
  run: (flow: Flow) => Promise<void>,
): Case {
  return {
    id: `${operation.id}/flow/${kind}`,
    operations: [operation],
    aims,
    run: (probe) => run(new Flow(probe, resource)),
  };
}

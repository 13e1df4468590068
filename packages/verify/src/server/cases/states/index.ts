import type { VerifiedApi } from "../../../description/verified-api.ts";
import { creatorOf, listOf } from "../../../records/effects.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import { Flow } from "../flows/flow.ts";
import { resourceFlows } from "../flows/resources.ts";
import { clearedBy, clearedByDeletion } from "./cleared-by-deletion.ts";
import { countedAgain, countedFlags } from "./counted-again.ts";
import { deletedNaming, deletedWith } from "./deleted-naming.ts";
import { keptWhileBelow, refusedWhileBelow } from "./kept-while-below.ts";
import { keptWhileNamed, refusedWhileNamed } from "./kept-while-named.ts";
import { StateRun } from "./state-run.ts";
import { stateTests, type StateTests } from "./state-tests.ts";

/**
 * Brings records from state to state, reads them in each, and calls the operations of which the description says that
 * they are taken, or refused, in it: at most 24 requests for a resource to get there, and one for each operation and
 * state. Then changes flags twice that the record above counts, and deletes a record with others that name it, where the deletion says that it takes them along, clears
 * what names it, or is refused.
 */
export function* stateCases({ api }: CaseContext): Generator<Case> {
  for (const resource of resourceFlows(api)) {
    const { name, create, remove } = resource;
    const found = stateTests(api, name);
    const operations = found === undefined ? [] : [create.operation, ...operationsOf(found)];
    if (found !== undefined)
      yield {
        id: `${create.operation.id}/states`,
        operations: [...new Set(operations)],
        aims: ["2XX", "409"],
        run: (probe) => runStates(api, probe, name, found),
      };
    for (const one of countedFlags(api, resource))
      yield {
        id: `${one.by.operation.id}/counted-again`,
        operations: [one.by.operation],
        aims: ["2XX"],
        run: (probe) => countedAgain(new Flow(probe, resource), one),
      };
    for (const one of remove === undefined ? [] : deletedWith(api, resource, remove))
      yield {
        id: `${one.remove.operation.id}/deleted-with/${one.child.name}`,
        operations: [one.remove.operation],
        aims: ["2XX"],
        run: (probe) => deletedNaming(new Flow(probe, resource), one),
      };
    for (const one of remove === undefined ? [] : clearedBy(api, resource, remove))
      yield {
        id: `${one.remove.operation.id}/cleared/${one.naming.name}/${one.member}`,
        operations: [one.remove.operation],
        aims: ["2XX"],
        run: (probe) => clearedByDeletion(new Flow(probe, resource), one),
      };
    for (const one of remove === undefined ? [] : keptWhileNamed(api, resource, remove))
      yield {
        id: `${one.remove.operation.id}/kept-while-named/${one.write.operation.id}`,
        operations: [one.remove.operation],
        aims: ["409"],
        run: (probe) => refusedWhileNamed(new Flow(probe, resource), one),
      };
    for (const one of remove === undefined ? [] : keptWhileBelow(api, resource, remove))
      yield {
        id: `${one.remove.operation.id}/kept-while-below/${one.child}`,
        operations: [one.remove.operation],
        aims: ["409"],
        run: (probe) => refusedWhileBelow(new Flow(probe, resource), one),
      };
  }
  yield* listedCases(api);
}

/** Calls them on listed records of resources that no operation creates, if the service exists for the test alone. */
function* listedCases(api: VerifiedApi): Generator<Case> {
  for (const name of Object.keys(api.description.mock.state?.resources ?? {})) {
    const list = creatorOf(api, name) === undefined ? listOf(api, name) : undefined;
    const found = list && stateTests(api, name);
    if (list === undefined || found === undefined || found.tests.length === 0) continue;
    yield {
      id: `${list.operation.id}/states`,
      operations: [...new Set([list.operation, ...operationsOf(found)])],
      aims: ["409"],
      run: (probe) => new StateRun(api, probe, name, found).visitListed(),
    };
  }
}

const operationsOf = ({ tests, moves }: StateTests) => [
  ...moves.map(({ operation }) => operation),
  ...tests.map(({ write }) => write.operation),
];

async function runStates(
  api: VerifiedApi,
  probe: Probe,
  resource: string,
  found: StateTests,
): Promise<void> {
  const run = new StateRun(api, probe, resource, found);
  await probe.records.stories.search(resource, {
    name: `${resource} states`,
    beginWith: found.beginWith,
    visit: (live) => run.visit(live),
  });
  await run.visitEmpty();
  await run.visitListed();
}

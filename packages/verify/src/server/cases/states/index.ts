import type { VerifiedApi } from "../../../description/verified-api.ts";
import { creatorOf } from "../../../records/effects.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import { StateRun } from "./state-run.ts";
import { stateTests, type StateTests } from "./state-tests.ts";

/**
 * Brings records from state to state, reads them in each, and calls the operations of which the description says that
 * they are taken, or refused, in it: at most 24 requests for a resource to get there, and one for each operation and
 * state.
 */
export function* stateCases({ api }: CaseContext): Generator<Case> {
  for (const resource of Object.keys(api.description.mock.state?.resources ?? {})) {
    const create = creatorOf(api, resource);
    const found = stateTests(api, resource);
    if (create === undefined || found === undefined) continue;
    const operations = [create.operation, ...operationsOf(found)];
    yield {
      id: `${create.operation.id}/states`,
      operations: [...new Set(operations)],
      aims: ["2XX", "409"],
      run: (probe) => runStates(api, probe, resource, found),
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

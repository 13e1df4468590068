import type { Case, CaseContext } from "../../../run/case.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { deleted } from "./deleted.ts";
import { Flow } from "./flow.ts";
import { refused } from "./refused.ts";
import { resourceFlows, type ResourceFlow } from "./resources.ts";
import { parentOf, wrongParent } from "./wrong-parent.ts";
import { created, replaced, updated } from "./written.ts";

/**
 * What holds over several requests, for each resource that the description's operations create, once: at most 20
 * requests for a resource, and those that make what it needs.
 */
export function* flowCases({ api }: CaseContext): Generator<Case> {
  for (const resource of resourceFlows(api)) {
    const { create, read, update, replace, remove, list } = resource;
    yield flowCase(resource, create, "created", ["2XX"], created);
    if (update !== undefined && read !== undefined)
      yield flowCase(resource, update, "updated", ["2XX"], (flow) => updated(flow, update));
    if (replace !== undefined && read !== undefined)
      yield flowCase(resource, replace, "twice", ["2XX"], (flow) => replaced(flow, replace));
    if (remove !== undefined)
      yield flowCase(resource, remove, "deleted", ["2XX", "404"], (flow) => deleted(flow, remove));
    if (list !== undefined) yield flowCase(resource, create, "refused", ["4XX"], refused);
    if (read !== undefined && parentOf(read) !== undefined)
      yield flowCase(resource, read, "wrong-parent", ["404"], (flow) => wrongParent(flow, read));
  }
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

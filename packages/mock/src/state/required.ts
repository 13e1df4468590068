import { getMember } from "@openapi-packages/runtime/internals";
import type { OperationPlan } from "./plan.ts";
import { recordIn } from "./places.ts";
import { forbidden } from "./refusals.ts";
import type { Resources } from "./resources.ts";
import type { MockInput } from "./settings.ts";

/**
 * Checks the values that an operation requires of the record in its path (`x-requires`).
 *
 * @throws the refusal of the request if a member has another value.
 */
export function checkRequired(resources: Resources, plan: OperationPlan, input: MockInput): void {
  const { requires } = plan.state;
  if (requires === undefined || plan.item === undefined) return;
  const { value } = recordIn(resources, plan, input);
  for (const [member, wanted] of Object.entries(requires)) {
    if (getMember(value, member) === wanted) continue;
    const message = `names a record of ${plan.store.name} whose ${member} is not ${String(wanted)}`;
    const pointer = `/${plan.item.parameter}`;
    throw forbidden(resources, plan, { in: "path", pointer, keyword: "requires", message });
  }
}

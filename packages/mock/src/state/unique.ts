import { getMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { OperationPlan } from "./plan.ts";
import { textOf } from "./record.ts";
import type { MockRecord, Scope } from "./record.ts";
import { conflict } from "./refusals.ts";
import type { Resources } from "./resources.ts";
import { isBelow } from "./store.ts";

/**
 * Checks that no other record in the same place has the same values in members that the operation declares
 * unique.
 *
 * @param own the record that the request changes
 * @throws the operation's own 409, or the common one
 */
export function checkUnique(
  resources: Resources,
  plan: OperationPlan,
  body: JsonObject,
  places: Scope,
  own?: MockRecord,
): void {
  const { store, parents, state } = plan;
  for (const members of state.unique ?? []) {
    if (!members.some((name) => Object.hasOwn(body, name))) continue;
    const wanted = members.map((name) => getMember(body, name) ?? getMember(own?.value, name));
    if (wanted.some((value) => value === undefined || value === null)) continue;
    const texts = wanted.map(textOf);
    const isTaken = store.all().some(
      (record) =>
        record !== own &&
        isBelow(record, parents, places, true) &&
        members.every((name, index) => {
          const value = getMember(record.value, name);
          return value !== undefined && value !== null && textOf(value) === texts[index];
        }),
    );
    if (!isTaken) continue;
    const message = `must not be that of another ${store.name}`;
    const refusal = conflict(resources, plan, message, `/${members[0] ?? ""}`);
    if (refusal !== undefined) throw refusal;
  }
}

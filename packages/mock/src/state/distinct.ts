import { getMember, setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import { textOf } from "./record.ts";
import type { Scope } from "./record.ts";
import type { OperationPlan } from "./plan.ts";
import { isBelow } from "./store.ts";
import type { ResourceStore } from "./store.ts";

/** The most numbers that are tried. */
const mostNumbers = 20;

/** The operations of a resource. */
interface Operations {
  creatorsOf(store: ResourceStore): readonly OperationPlan[];
  viewOf(store: ResourceStore): OperationPlan | undefined;
}

/**
 * Changes the value of a generated record so that its unique members differ from other records in the same
 * place, because examples often repeat a name.
 */
export function distinct(
  operations: Operations,
  store: ResourceStore,
  value: JsonObject,
  scope: Scope,
): JsonObject {
  const view = operations.viewOf(store);
  let current = value;
  for (const { state, parents } of operations.creatorsOf(store)) {
    for (const members of state.unique ?? []) {
      const textsIn = (record: JsonObject): string =>
        JSON.stringify(members.map((name) => textOf(getMember(record, name) ?? "")));
      const taken = new Set(
        store
          .all()
          .flatMap((record) =>
            isBelow(record, parents, scope, true) ? [textsIn(record.value)] : [],
          ),
      );
      const isWhole = members.every((name) => (getMember(current, name) ?? null) !== null);
      if (!isWhole || !taken.has(textsIn(current))) continue;
      const others = members.flatMap((name) => [...numbered(current, name)]);
      const isFree = (other: JsonObject): boolean =>
        !taken.has(textsIn(other)) && view?.refusedIn(other) === undefined;
      current = others.find(isFree) ?? current;
    }
  }
  return current;
}

/** Appends numbers to one of a record's members, in forms that most formats allow. */
function* numbered(value: JsonObject, name: string): Generator<JsonObject> {
  const own = getMember(value, name);
  for (let number = 2; number < mostNumbers; number += 1) {
    const forms =
      typeof own === "number"
        ? [own + number - 1]
        : typeof own === "string"
          ? own.includes("@")
            ? [own.replace("@", `${number}@`)]
            : [`${own} ${number}`, `${own}-${number}`, `${own}${number}`]
          : [];
    for (const form of forms) {
      const other = { ...value };
      setMember(other, name, form);
      yield other;
    }
  }
}

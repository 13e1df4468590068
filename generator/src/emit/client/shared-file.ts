import type { ApiModel } from "../../model/api-model.ts";
import { Expression, type DataConst, type DataObject, type DataValue } from "../data.ts";
import { documentation } from "../documentation.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { runtimeType, runtimeValue } from "../../runtime-symbols.ts";
import { moduleFile } from "../statements.ts";
import { clientFacts, type ClientFact } from "./client-operation.ts";
import { errorModule } from "./shared-facts.ts";

const path = "client/src/shared.ts";

/** From how many operations on a fact is written down once. */
const manyUses = 3;

const known = new WeakMap<ApiModel, ReadonlyMap<string, string>>();

/** Facts that several operations have, by {@link keyOf}, and the names of their constants. */
function sharedNames(model: ApiModel): ReadonlyMap<string, string> {
  const found = known.get(model) ?? findShared(model);
  known.set(model, found);
  return found;
}

function findShared(model: ApiModel): ReadonlyMap<string, string> {
  const counts = new Map<string, { readonly member: string; count: number }>();
  for (const { operations } of model.groups) {
    for (const fact of operations.flatMap((operation) => clientFacts(model, operation))) {
      const entry = counts.get(keyOf(fact)) ?? { member: fact.member, count: 0 };
      entry.count += 1;
      counts.set(keyOf(fact), entry);
    }
  }
  const numbers = new Map<string, number>();
  const names = new Map<string, string>();
  for (const [key, { member, count }] of counts) {
    if (count < manyUses) continue;
    const number = (numbers.get(member) ?? 0) + 1;
    numbers.set(member, number);
    names.set(key, `${member}${number}`);
  }
  return names;
}

const keyOf = ({ member, value, maker }: ClientFact): string =>
  JSON.stringify([member, maker, value]);

/** The facts of an operation as they are written where it is. */
export function factsOf(
  model: ApiModel,
  names: ModuleScope,
  facts: readonly ClientFact[],
): DataObject {
  const shared = sharedNames(model);
  return Object.fromEntries(
    facts.map((fact): [string, DataValue] => {
      const name = shared.get(keyOf(fact));
      const value =
        name === undefined
          ? valueOf(names, fact)
          : new Expression(names.use({ name, module: path, isType: false }));
      return [fact.member, value];
    }),
  );
}

function valueOf(names: ModuleScope, { member, value, maker }: ClientFact): DataValue {
  if (maker !== undefined) {
    const make = names.use(runtimeValue("/client", maker));
    return new Expression(make, value === undefined ? [] : [value]);
  }
  if (member !== "errors") return value;
  const classes = Object.entries(value as Readonly<Record<string, string>>);
  return Object.fromEntries(
    classes.map(([status, name]) => [
      status,
      new Expression(names.use({ name, module: errorModule, isType: false })),
    ]),
  );
}

/** What several operations have in common, so that each bundle has it once; none where nothing is. */
export function sharedFile(model: ApiModel, { scope }: EmitOptions): EmittedFile[] {
  const shared = sharedNames(model);
  if (shared.size === 0) return [];
  const names = new ModuleScope(path, scope, [...shared.values()]);
  const factsType = names.use(runtimeType("/client", "OperationFacts"));
  const constants = new Map<string, DataConst>();
  for (const { operations } of model.groups) {
    for (const operation of operations) {
      for (const fact of clientFacts(model, operation)) {
        const name = shared.get(keyOf(fact));
        if (name === undefined || constants.has(name)) continue;
        const value = valueOf(names, fact);
        constants.set(name, {
          name,
          type: `NonNullable<${factsType}["${fact.member}"]>`,
          docs: documentation(`The \`${fact.member}\` of \`${operation.id}\` and others.`),
          value:
            value instanceof Expression
              ? new Expression(`/* @__PURE__ */ ${value.name}`, value.callArguments)
              : value,
        });
      }
    }
  }
  return [moduleFile(path, names, [], [...constants.values()])];
}

import { isObject } from "@openapi-packages/runtime/internals";
import { pointerParts } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../../../description/verified-api.ts";
import { effectOf } from "../../../../records/effects.ts";
import type { Probe } from "../../../../run/probe.ts";
import { memberNames, memberSchemas, schemaAt } from "../../../../schema/members.ts";
import { withLargePages } from "../../pages/list-pages.ts";
import { walkList } from "../../pages/walk.ts";
import { lettersOf } from "../../../../records/letters-of.ts";

/** The most operations that are asked for the values of a principal. */
const mostSources = 3;

/** The most pages of a list that are looked through. */
const mostPages = 3;

/** A text or number that identifies a tenant. */
export type TenantValue = string | number;

/** Values of a name that stand in records of one principal, and in none of the other's. */
export interface TenantPair {
  readonly own: TenantValue;
  readonly other: TenantValue;
  /** True if each stands in all records that the principal is shown. */
  readonly isOnly: boolean;
}

/** A record that a principal is shown, and the name by which others call its key. */
interface ShownRecord {
  readonly record: unknown;
  readonly key: { readonly name: string; readonly member: string } | undefined;
}

/**
 * Returns the values of names that tell two principals apart: the one is shown records with them, by lists and by what
 * is its own, such as `/me`, and the other never is. 2 requests for an operation.
 *
 * @param names their letters, see {@link lettersOf}
 */
export async function learnTenants(
  own: Probe,
  other: Probe,
  names: readonly string[],
): Promise<ReadonlyMap<string, TenantPair>> {
  const sources = sourcesOf(own.api, names);
  const mine: ShownRecord[] = [];
  const theirs: ShownRecord[] = [];
  for (const source of sources.slice(0, mostSources)) {
    mine.push(...(await shownBy(own, source)));
    theirs.push(...(await shownBy(other, source)));
  }
  return new Map(
    names.flatMap((name) => {
      const [mineOf, theirsOf] = [mine, theirs].map(
        (all) => new Set(all.flatMap((one) => valuesOf(one, name))),
      ) as [Set<unknown>, Set<unknown>];
      const [one, another] = [[...mineOf].find(isKey), [...theirsOf].find(isKey)];
      const isApart = [...mineOf].every((value) => !theirsOf.has(value));
      if (!isApart || one === undefined || another === undefined) return [];
      const isOnly = mineOf.size === 1 && theirsOf.size === 1;
      return [[name, { own: one, other: another, isOnly }] as const];
    }),
  );
}

const isKey = (value: unknown): value is TenantValue =>
  (typeof value === "string" && value !== "") || typeof value === "number";

/** Returns the operations that show values of names: the lists of what has the name, else those of what refers to it. */
function sourcesOf(api: VerifiedApi, names: readonly string[]): VerifiedOperation[] {
  const plain = api.operations.filter(
    ({ model }) =>
      model.method === "GET" &&
      !model.path.includes("{") &&
      model.parameters.every(({ required }) => !required),
  );
  const lists = plain.filter((one) => names.includes(keyOf(api, one)?.name ?? ""));
  const listed = lists.map((one) => keyOf(api, one)?.name);
  const others = names.filter((name) => !listed.includes(name));
  return plain.filter((one) => lists.includes(one) || showsAny(api, one, others));
}

/** True if an operation shows a member of one of the names. */
function showsAny(
  api: VerifiedApi,
  operation: VerifiedOperation,
  names: readonly string[],
): boolean {
  const { document } = api.description.model;
  const answer = operation.model.responses.find(({ status }) => status === "200");
  const whole = answer?.content.find(({ kind }) => kind === "json")?.schema?.json;
  const schema = schemaAt(document, whole, placeOf(api, operation));
  return memberNames(document, schema).some((name) => {
    const inside = memberSchemas(document, schema, name).flatMap((one) =>
      memberNames(document, one),
    );
    return [name, ...inside.map((one) => name + one)].some((one) => names.includes(lettersOf(one)));
  });
}

/** Returns the place of the records in the answer of an operation, as in a JSON pointer. */
function placeOf(api: VerifiedApi, operation: VerifiedOperation): readonly string[] {
  const state = effectOf(api, operation);
  return state?.kind === "list" && state.at !== undefined ? [...pointerParts(state.at), "*"] : [];
}

/** Returns the records that a principal is shown. */
async function shownBy(
  probe: Probe,
  operation: VerifiedOperation,
): Promise<readonly ShownRecord[]> {
  const { input } = await probe.records.inputFor(operation, false);
  if (input === undefined) return [];
  if (placeOf(probe.api, operation).length > 0) {
    const large = withLargePages(probe.api, operation, input);
    const { items } = await walkList(probe, operation, large, mostPages);
    return items.map((record) => ({ record, key: keyOf(probe.api, operation) }));
  }
  const { response, value } = await probe.call(operation, input);
  return response?.status === 200 ? [{ record: value, key: undefined }] : [];
}

/** Returns how others call the key of the records of a list: `greenhouseId` for the `id` of a greenhouse. */
function keyOf(api: VerifiedApi, operation: VerifiedOperation): ShownRecord["key"] {
  const { resource = "" } = effectOf(api, operation) ?? {};
  const { key, keyParameter } = api.description.mock.state?.resources[resource] ?? {};
  return key === undefined
    ? undefined
    : { name: lettersOf(keyParameter ?? resource + key), member: key };
}

/**
 * Returns the values of a name in a record: of `teamId`, of `id` in `team`, and the key of a team. `null` is a value,
 * too.
 */
function valuesOf({ record, key }: ShownRecord, name: string): unknown[] {
  if (!isObject(record)) return [];
  return Object.entries(record).flatMap(([own, value]) => {
    if (lettersOf(own) === name || (key?.name === name && key.member === own)) return [value];
    if (!isObject(value)) return [];
    return Object.entries(value).flatMap(([inner, one]) =>
      lettersOf(own + inner) === name ? [one] : [],
    );
  });
}

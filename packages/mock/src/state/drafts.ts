import { getMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { MemberRole, VariantKind } from "../description.ts";
import { absent } from "./draft.ts";
import type { Choices } from "./draft.ts";
import { keyLike as textLike } from "./keys.ts";
import type { OperationPlan } from "./plan.ts";
import { typedLike } from "./record.ts";
import type { Scope } from "./record.ts";
import type { Draft, MemberSource } from "./request-shape.ts";
import type { Resources } from "./resources.ts";
import { ownerIn, timeIn } from "./roles.ts";
import { emptyKinds, exampleLike, formsOf, kindsOf } from "./variants.ts";
import { statusOf, statusPlace, withStatus } from "./status.ts";

/**
 * Returns the sources of a new record's members.
 *
 * @param pattern the example's record. Members that neither the request nor the server provides are copied from
 * it.
 * @param names the members of the request.
 */
export function sourcesOf(
  resources: Resources,
  plan: OperationPlan,
  pattern: JsonObject,
  names: readonly string[],
): ReadonlyMap<string, MemberSource> {
  const { descriptor, roles } = plan.store;
  const once = plan.state.kind === "create" ? (plan.state.once ?? []) : [];
  const exampleOf = (name: string): unknown =>
    Object.hasOwn(pattern, name) ? pattern[name] : absent;
  const sources = new Map<string, MemberSource>();
  for (const name of Object.keys(pattern)) {
    if (!once.includes(name)) sources.set(name, oneOf(valuesFor(resources, plan, pattern, name)));
  }
  for (const name of names)
    if (!once.includes(name))
      sources.set(name, fromRequest(name, exampleOf(name), kindsOf(descriptor, name)));
  for (const [name, role] of roles)
    sources.set(
      name,
      sourceOfRole(resources, plan, exampleOf(name), names.includes(name), name, role),
    );
  for (const { parameter, member } of plan.parents) {
    if (member !== undefined)
      sources.set(member, placeNamed(parameter, getMember(pattern, member)));
  }
  const { lifecycle, key, credential } = descriptor;
  if (credential !== undefined && sources.has(credential.secret))
    sources.set(credential.secret, secretLike(resources, plan, pattern, credential.secret));
  if (lifecycle !== undefined) {
    const [member] = statusPlace(lifecycle);
    const start = lifecycle.steps[0]?.value ?? statusOf(lifecycle, pattern);
    const begun = withStatus(lifecycle, pattern, start);
    if (!names.includes(member))
      sources.set(member, oneOf([getMember(begun, member), getMember(pattern, member)]));
  }
  if (key !== undefined) sources.set(key, keyLike(getMember(pattern, key)));
  return sources;
}

/** Returns the possible values of a new record's members. */
export function choicesOf(sources: ReadonlyMap<string, MemberSource>, draft: Draft): Choices {
  const choices = new Map<string, readonly unknown[]>();
  for (const [name, { wanted, others }] of sources)
    choices.set(name, [wanted(draft), ...others(draft)]);
  return choices;
}

/** A source with the same values for each record. */
function oneOf([wanted, ...others]: readonly unknown[]): MemberSource {
  return { isMoving: false, wanted: () => wanted, others: () => others };
}

const fromRequest = (
  name: string,
  example: unknown,
  kinds: readonly VariantKind[] = [],
): MemberSource => ({
  isMoving: true,
  wanted: ({ taken }) => taken[name],
  others: ({ taken }) => {
    const like = exampleLike(kinds, taken[name], example);
    return [...formsOf(taken[name], like), ...(like === undefined ? [example] : [])];
  },
});

const placeNamed = (parameter: string, example: unknown): MemberSource => ({
  isMoving: true,
  wanted: ({ places }) => typedLike(places[parameter] ?? "", example),
  others: () => [example ?? absent],
});

/** A source of secrets that the record contains permanently, different for each record. */
function secretLike(
  resources: Resources,
  { store }: OperationPlan,
  pattern: JsonObject,
  name: string,
): MemberSource {
  const example = getMember(pattern, name);
  if (typeof example !== "string") return oneOf([example ?? absent]);
  const wanted = (): string => textLike(example, resources.keys.randomFor(store.name, name), 16);
  return { isMoving: true, wanted, others: () => [example] };
}

const keyLike = (example: unknown): MemberSource => ({
  isMoving: true,
  wanted: ({ keys }) => keys[0],
  others: ({ keys }) => [...keys.slice(1), example],
});

/** Returns the values for a member that the request omits. */
function valuesFor(
  resources: Resources,
  { store }: OperationPlan,
  pattern: JsonObject,
  name: string,
): readonly unknown[] {
  const { size, contents, given } = resources.relations.of(store.name);
  const example = pattern[name];
  if (name === size) return [typeof example === "string" ? "0" : 0, example];
  const result = store.descriptor.lifecycle?.result ?? {};
  if (name === contents || Object.hasOwn(result, name)) return [absent, example];
  if (given?.includes(name) !== true) return [example];
  // A reference is empty, or contains an existing key.
  const isKey = store.descriptor.references?.some(({ pointer }) => pointer.join("/") === name);
  return neutralOf(example, kindsOf(store.descriptor, name)).filter(
    (value) => isKey !== true || value !== "",
  );
}

/** Returns the values for an optional member that the client has omitted. */
export function neutralOf(
  example: unknown,
  kinds: readonly VariantKind[] = [],
): readonly unknown[] {
  if (Array.isArray(example)) return [[], absent, example];
  if (example === null || example === absent) return [example];
  if (typeof example === "string") return [absent, "", example];
  if (typeof example === "boolean") return [absent, false, example];
  return typeof example === "object"
    ? [absent, {}, ...emptyKinds(kinds), example]
    : [absent, example];
}

/** Returns the owner that the path names, if a member refers to it. */
function ownerAbove(
  resources: Resources,
  { store, parents }: OperationPlan,
  member: string,
  places: Scope,
): string | undefined {
  const named = store.descriptor.references?.find(({ pointer }) => pointer.join("/") === member);
  const place = named && parents.find(({ resource }) => resource === named.resource);
  const key = place && places[place.parameter];
  const isThere = named && key !== undefined && resources.storeOf(named.resource)?.has(key);
  return isThere === true ? key : undefined;
}

function sourceOfRole(
  resources: Resources,
  plan: OperationPlan,
  example: unknown,
  isGiven: boolean,
  name: string,
  role: MemberRole,
): MemberSource {
  if (role.role === "owner") {
    if (isGiven) return { ...fromRequest(name, example), others: () => [example] };
    const owner = ({ principal, places }: Draft): unknown =>
      ownerIn(principal, name) ?? ownerAbove(resources, plan, name, places);
    return {
      isMoving: true,
      wanted: (draft) => owner(draft) ?? example,
      others: (draft) => (owner(draft) === undefined ? [] : [example]),
    };
  }
  const time = ({ now }: Draft): unknown => timeIn(role.format, now);
  if (role.role === "created" || role.role === "updated")
    return { isMoving: true, wanted: time, others: () => [example, absent] };
  if (isGiven) return { ...fromRequest(name, example), others: () => [example] };
  const none = role.isNullable === true ? [null, absent] : [absent];
  return {
    isMoving: false,
    wanted: () => none[0],
    others: (draft) => [...none.slice(1), time(draft)],
  };
}

import { arrayMember, member, pointerParts, stringMember, toPointer, type Json } from "../json.ts";

const cancelledWords = new Set(["cancelled", "canceled", "aborted", "stopped", "terminated"]);
const failedWords = new Set(
  "failed failure error errored expired timed_out timeout rejected incomplete".split(" "),
);

/** What a description says of how a status moves: its `x-lifecycle`. */
export interface Lifecycle {
  /** The statuses in the order in which they follow each other; the last one is the good end. */
  readonly steps: readonly string[];
  readonly cancelled: string | undefined;
  /** The statuses of those that have failed; empty where they go by their words. */
  readonly failed: readonly string[];
}

/** The lifecycle that an `x-lifecycle` declares; `undefined` where it has no steps. */
export function declaredLifecycle(declared: Json | undefined): Lifecycle | undefined {
  const steps = arrayMember(declared, "steps").flatMap(
    (step) => (typeof step === "string" ? step : stringMember(step, "value")) ?? [],
  );
  if (steps.length === 0) return undefined;
  return {
    steps,
    cancelled: stringMember(declared, "cancelled"),
    failed: arrayMember(declared, "failed").filter((value) => typeof value === "string"),
  };
}

/** The reference tokens of the place of its status that an object's `x-lifecycle` names. */
export function declaredPlace(declared: Json | undefined): readonly string[] | undefined {
  const place = stringMember(declared, "member");
  return place === undefined ? undefined : pointerParts(place);
}

/** A place in an object as descriptors have it: the name of a member, or the JSON pointer of what is below one. */
export function placeText(tokens: readonly string[]): string {
  const [name = ""] = tokens;
  return tokens.length > 1 || name.startsWith("/") ? toPointer(tokens) : name;
}

/** The reference tokens of what {@link placeText} gives. */
export function placeTokens(place: string): readonly string[] {
  return place.startsWith("/") ? pointerParts(place) : [place];
}

/**
 * The statuses that nothing comes after: the last step, the one of what is cancelled, and those of what has
 * failed, which are known by their words unless they are listed.
 *
 * @param values all statuses, in the order of the description
 */
export function finalStatuses(
  { steps, cancelled, failed }: Lifecycle,
  values: readonly string[],
): string[] {
  const hasEnded = (value: string): boolean =>
    cancelledWords.has(plainWords(value)) ||
    (failed.length > 0 ? failed.includes(value) : failedWords.has(plainWords(value)));
  return values.filter((value) => value === steps.at(-1) || value === cancelled || hasEnded(value));
}

/** `timedOut` and `TIMED-OUT` → `timed_out`. */
const plainWords = (value: string): string =>
  value
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "_");

/** The `x-lifecycle` of a schema, and the values of its `enum`; `undefined` where it has none. */
export function lifecycleOf(
  parts: readonly Json[],
): { readonly lifecycle: Lifecycle; readonly values: readonly string[] } | undefined {
  const declared = parts.map((part) => member(part, "x-lifecycle")).find(Boolean);
  const lifecycle = declaredLifecycle(declared);
  if (lifecycle === undefined) return undefined;
  const values = parts.map((part) => arrayMember(part, "enum")).find((list) => list.length > 0);
  return { lifecycle, values: (values ?? []).filter((value) => typeof value === "string") };
}

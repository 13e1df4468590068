import {
  arrayMember,
  member,
  pointerParts,
  stringMember,
  toPointer,
  type Json,
} from "../json/json.ts";

const cancelledWords = new Set(["cancelled", "canceled", "aborted", "stopped", "terminated"]);
const failedWords = new Set(
  "failed failure error errored expired timed_out timeout rejected incomplete".split(" "),
);

/** The `x-lifecycle` of a status: which values follow each other. */
export interface Lifecycle {
  /** The statuses in the order in which they follow each other; the last one means success. */
  readonly steps: readonly string[];
  readonly cancelled: string | undefined;
  /**
   * The statuses that mean failure; empty if they are recognized by common words such as `failed`.
   */
  readonly failed: readonly string[];
}

/** Reads an `x-lifecycle`; `undefined` if it has no steps. */
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

/** Returns the reference tokens of the status member that an object's `x-lifecycle` names. */
export function declaredPlace(declared: Json | undefined): readonly string[] | undefined {
  const place = stringMember(declared, "member");
  return place === undefined ? undefined : pointerParts(place);
}

/**
 * Writes a place in an object as descriptors do: the name of a member, or the JSON pointer of a
 * nested one.
 */
export function placeText(tokens: readonly string[]): string {
  const [name = ""] = tokens;
  return tokens.length > 1 || name.startsWith("/") ? toPointer(tokens) : name;
}

/** Reads what {@link placeText} writes. */
export function placeTokens(place: string): readonly string[] {
  return place.startsWith("/") ? pointerParts(place) : [place];
}

/**
 * Returns the statuses that nothing follows: the last step, the cancelled status, and the failed
 * ones, which are recognized by common words unless they are listed.
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

/** Converts `timedOut` and `TIMED-OUT` to `timed_out`. */
const plainWords = (value: string): string =>
  value
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "_");

/**
 * Returns the `x-lifecycle` of a schema and the values of its `enum`; `undefined` if it has no
 * lifecycle.
 */
export function lifecycleOf(
  parts: readonly Json[],
): { readonly lifecycle: Lifecycle; readonly values: readonly string[] } | undefined {
  const declared = parts.map((part) => member(part, "x-lifecycle")).find(Boolean);
  const lifecycle = declaredLifecycle(declared);
  if (lifecycle === undefined) return undefined;
  const values = parts.map((part) => arrayMember(part, "enum")).find((list) => list.length > 0);
  return { lifecycle, values: (values ?? []).filter((value) => typeof value === "string") };
}

import { ownVersion } from "@openapi-packages/description/own-version";
import { sha256 } from "@openapi-packages/description/files/file-contents";

/** What packages were made by, as far as it is the same on every machine. */
export interface Maker {
  /** The version of the generator. */
  readonly generator: string;
  /** A hash of the options that shape the output. */
  readonly options: string;
}

/** Options that shape no file, are secrets, or differ between machines; overlays are part of the description. */
const others: ReadonlySet<string> = new Set([
  "allowRefs",
  "cache",
  "check",
  "fingerprint",
  "force",
  "onFile",
  "onProgress",
  "onStage",
  "onUpgrade",
  "out",
  "overlays",
  "requestHeaders",
  "spec",
  "strict",
]);

/** True for an option that says nothing; the command line gives some as empty objects. */
const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === "object" && Object.keys(value ?? {}).length === 0);

/** Returns what a run makes files by. The description is left out, so that two changes of it do not meet in a merge. */
export function makerOf(options: object): Maker {
  const entries = Object.entries(options)
    .filter(([name, value]) => !others.has(name) && !isEmpty(value))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  // Functions have no text that says what they do.
  const text = JSON.stringify(entries, (_, value: unknown) =>
    typeof value === "function" ? "function" : value,
  );
  return { generator: ownVersion, options: sha256(text).slice(0, 16) };
}

import type { CallInput } from "@openapi-packages/runtime/client";
import { resolvePointer } from "@openapi-packages/runtime";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { decoded } from "../../../records/record-keys.ts";
import { headerOf } from "../../../wire/wire-request.ts";
import { reportAnswer } from "../../judge/refusal.ts";
import { isDone, isGone, isSuccess } from "../flows/flow.ts";
import { followLocation } from "../http/location.ts";
import type { KeyWriter } from "./key-writers.ts";

/** Texts that have to be encoded in a path, or that servers decode twice or cut (RFC 3986, section 2). */
const texts = ["a b", "a+b", "a%41b", "a/b", "a?b", "a.b", "zoë", "日本"];

/**
 * Writes records under keys that have to be encoded in a path, and reads them by these keys. What a service refuses says
 * nothing; what it took has to be found, also at the `Location` of the answer. 3 requests, or up to 3 for each text if it
 * does not take all in one key, and 1 where `Location` does not end with the key.
 */
export async function verifyKeys(probe: Probe, writer: KeyWriter): Promise<void> {
  const { write } = writer;
  const { input } = await probe.records.inputFor(write, false);
  if (input === undefined) return;
  const isPut = write.model.method === "PUT";
  const own = `v${probe.seed.toString(36)}`;
  const unique = writer.withKey(input, own) === undefined ? own.toUpperCase() : own;
  const keys = texts
    .map((text) => (unique === own ? text : text.toUpperCase()))
    .filter((text) => writer.withKey(input, `${unique}-${text}`) !== undefined);
  if (keys.length === 0) return;
  // PUT of an unknown key creates with some services, and is refused by others.
  if (isPut && !(await isTaken(probe, writer, input, unique))) return;
  // All of them in one key: a service that finds it decodes each.
  const all = await tryKey(probe, writer, input, `${unique}-${keys.join("-")}`);
  if (all.outcome === "found") return;
  for (const text of keys) {
    const one = await tryKey(probe, writer, input, `${unique}-${text}`);
    if (one.outcome === "lost") return report(probe, one);
  }
  if (all.outcome === "lost") report(probe, all);
}

/** A key under which a record was written, and which its operations do not know. */
interface LostKey {
  readonly outcome: "lost";
  readonly operation: VerifiedOperation;
  readonly message: string;
  readonly exchanges: readonly Exchange[];
}

function report(probe: Probe, { operation, message, exchanges }: LostKey): void {
  const { pointer } = operation.model;
  probe.report({ check: "read-after-create", message, pointer }, operation, exchanges);
}

async function isTaken(
  probe: Probe,
  { write, withKey }: KeyWriter,
  input: CallInput,
  key: string,
): Promise<boolean> {
  const keyed = withKey(input, key);
  return keyed !== undefined && isDone(await writtenAt(probe, write, keyed));
}

/** Writes, reads and deletes a record under one key. */
async function tryKey(
  probe: Probe,
  writer: KeyWriter,
  input: CallInput,
  key: string,
): Promise<LostKey | { readonly outcome: "found" | "refused" }> {
  const { write, read, remove, parameter } = writer;
  const keyed = writer.withKey(input, key);
  if (keyed === undefined) return { outcome: "refused" };
  const written = await writtenAt(probe, write, keyed);
  reportAnswer(probe, write, written);
  if (!isDone(written)) return { outcome: "refused" };
  const { input: own } = await probe.records.inputFor(read, false);
  const path = { ...own?.path, ...keyed.path, [parameter]: key };
  const seen = await probe.call(read, { ...own, path });
  const message = isGone(seen) ? lostText(writer, key, seen) : misreadText(writer, key, seen);
  if (message !== undefined)
    return { outcome: "lost", operation: read, message, exchanges: [written, seen] };
  if (isSuccess(seen) && !isPlaceOf(key, written)) await followLocation(probe, write, written);
  if (!isSuccess(seen) || remove === undefined || !probe.mayCall(remove))
    return { outcome: "found" };
  const { input: removal } = await probe.records.inputFor(remove, false);
  const gone = await probe.call(remove, { ...removal, path });
  if (!isGone(gone)) return { outcome: "found" };
  const text = `${lostText(writer, key, gone)}, and ${read.id} finds`;
  return { outcome: "lost", operation: remove, message: text, exchanges: [written, seen, gone] };
}

/** Writes a record, if it is refused with other texts, which may have to be unique. */
async function writtenAt(
  probe: Probe,
  write: VerifiedOperation,
  keyed: CallInput,
): Promise<Exchange> {
  const written = await probe.call(write, keyed);
  const isConflict = written.response?.status === 409;
  const other = isConflict ? probe.records.renamed(write, keyed, 1) : undefined;
  return other === undefined ? written : probe.call(write, { ...keyed, body: other.body });
}

/** True if the last segment of `Location` is a key, or there is no `Location`. */
function isPlaceOf(key: string, { request, response }: Exchange): boolean {
  const location = headerOf(response?.headers ?? [], "location");
  if (location === undefined) return true;
  const url = URL.parse(location, new URL(request.target, "http://localhost"));
  return url?.search === "" && decoded(url.pathname.split("/").at(-1) ?? "") === key;
}

const lostText = ({ write }: KeyWriter, key: string, { response, request }: Exchange): string =>
  `answers ${response?.status} to ${request.target}, the key ${JSON.stringify(key)} that ${write.id} took just before`;

/** Returns how an answer shows that a key was decoded twice, never, or as in a query; `undefined` if it does not. */
function misreadText(
  { member, at }: KeyWriter,
  key: string,
  { value }: Exchange,
): string | undefined {
  const record = resolvePointer(value, at);
  const shown = member === undefined || !isObject(record) ? undefined : getMember(record, member);
  const twice = key.replaceAll("%41", "A");
  const asQuery = [key, twice].map((one) => one.replaceAll("+", " "));
  const misread = [...asQuery, twice, encodeURIComponent(key), encodeURI(key)];
  return typeof shown === "string" && shown !== key && misread.includes(shown)
    ? `answers the record ${JSON.stringify(shown)} for the key ${JSON.stringify(key)}`
    : undefined;
}

import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { withValueAt, valuesAt } from "../../../records/places.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { Flow, isSuccess } from "../flows/flow.ts";
import { resourceFlows, type ResourceFlow } from "../flows/resources.ts";
import type { Access, ReportAccess } from "./reach.ts";

/** The shortest text by which a record is recognised elsewhere. */
const shortest = 8;

/** The most operations that are looked into. */
const mostLooks = 8;

/**
 * Makes a record with texts of its own, and looks for them in what the other principal gets of other resources:
 * in records that refer to it, and in all lists. At most 12 requests.
 */
export async function shownElsewhere(access: Access, report: ReportAccess): Promise<void> {
  const { own, other } = access;
  const { create, read, list, name } = own.resource;
  const before = new Set(
    textsIn((await own.probe.records.inputFor(create.operation, false)).input),
  );
  const made = await own.create((input) => own.varied(create, input));
  if (made === undefined) return;
  const marks = textsIn(made.input.body).filter(
    (text) => text.length >= shortest && !before.has(text),
  );
  if (marks.length === 0) return;
  const isShown = ({ value }: Exchange): boolean => containsRecord(value, made.record.value, marks);
  for (const exchange of await referring(other, made.record.resource, made.record.key)) {
    const { operation } = exchange;
    if (operation === undefined || !isSuccess(exchange) || !isShown(exchange)) continue;
    report({ operation }, `shows another principal's ${name} by a reference to it`, [
      made.exchange,
      exchange,
    ]);
    return;
  }
  const tried = [read?.operation, list?.operation];
  const looks = own.probe.api.operations.filter((one) => isPlainGet(one) && !tried.includes(one));
  for (const operation of looks.slice(0, mostLooks)) {
    const { input } = await other.probe.records.inputFor(operation, false);
    if (input === undefined || Object.keys(input.path ?? {}).length > 0) continue;
    const seen = await other.probe.call(operation, input);
    if (!isSuccess(seen) || !isShown(seen)) continue;
    report({ operation }, `shows another principal's ${name}`, [made.exchange, seen]);
    return;
  }
}

/** True for a GET without parameters that it needs. */
const isPlainGet = ({ model }: VerifiedOperation): boolean =>
  model.method === "GET" &&
  !model.path.includes("{") &&
  model.parameters.every(({ required }) => !required);

/** Makes records that refer to a record, and reads them. */
async function referring(other: Flow, resource: string, key: string): Promise<Exchange[]> {
  const found: Exchange[] = [];
  for (const flow of resourceFlows(other.probe.api)) {
    const pointer = referenceOf(flow, resource);
    if (pointer === undefined) continue;
    const own = new Flow(other.probe, flow);
    const made = await own.create((input) => {
      const [known] = valuesAt(input.body, pointer);
      const value = typeof known === "number" ? Number(key) : key;
      return { ...input, body: withValueAt(input.body, pointer, value) };
    });
    if (made === undefined) continue;
    const seen = await own.read(made.record);
    found.push(made.exchange, ...(seen === undefined ? [] : [seen]));
  }
  return found;
}

const referenceOf = (
  { create, name }: ResourceFlow,
  resource: string,
): readonly string[] | undefined =>
  name === resource
    ? undefined
    : create.state.references?.find((one) => one.resource === resource)?.pointer;

/** The fewest members by which a record is recognised: others may see a name alone. */
const fewestMembers = 3;

/** True if a value contains an object with most of the members of a record, and a text that only it has. */
function containsRecord(value: unknown, record: unknown, marks: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((one) => containsRecord(one, record, marks));
  if (!isObject(value) || !isObject(record)) return false;
  const members = Object.entries(record);
  const same = members.filter(([name, own]) => equal(getMember(value, name), own));
  const isMarked = same.some(([, own]) => marks.includes(String(own)));
  const isMost = same.length >= Math.max(fewestMembers, members.length / 2);
  return (
    (isMarked && isMost) || Object.values(value).some((one) => containsRecord(one, record, marks))
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

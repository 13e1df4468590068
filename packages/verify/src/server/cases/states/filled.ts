import type { CallInput } from "@openapi-packages/runtime/client";
import type { Creation } from "../../../records/made-record.ts";
import { withFreshKey } from "../../../records/own-key.ts";
import { valuesAt, withValueAt } from "../../../records/places.ts";
import { recordIn } from "../../../records/record-keys.ts";
import { isTaken } from "../../../records/stories/live-record.ts";
import type { RecordWrite } from "../../../records/stories/record-writes.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Flow } from "../flows/flow.ts";

/** The most states of a record in which something that names it is created. */
const mostStates = 4;

/** Returns a record with another one that names it, in a state in which that is taken. */
export async function filled({ probe, resource }: Flow, write: RecordWrite) {
  const { records } = probe;
  const { stories } = records;
  const { nodes } = stories.contextOf(resource.name).calls.known.stories.ofResource(resource.name);
  if (nodes.size === 0) await stories.search(resource.name, { name: `${resource.name} states` });
  const byState = new Map([...nodes.values()].map(({ state, steps }) => [state, steps]));
  const ways = [[], ...[...byState.values()].filter((steps) => steps.length > 0)];
  for (const steps of ways.slice(0, mostStates)) {
    const live = await stories.brought(resource.name, steps);
    const input = await live?.inputOf(write);
    if (live === undefined || input === undefined) continue;
    const sent = await records.create(write.operation, input);
    const found = isOfSame(write, input, sent.input)
      ? sent
      : await sameBeside(probe, write, input, sent);
    const { record: made, exchange } = found;
    if (isTaken(exchange) && made !== undefined) return { live, made, exchange };
  }
  return undefined;
}

/** True if two inputs of a write name the same record. */
function isOfSame(
  { key: { in: place, name } }: RecordWrite,
  one: CallInput,
  other: CallInput,
): boolean {
  const [wanted, named] = [one, other].map((input) => valuesAt(input[place], [name])[0]);
  return wanted === named;
}

/** Sends what was taken for another record for the wanted one: what else was in its way is not any more. */
async function sameBeside(
  probe: Probe,
  { operation, key: { in: place, name } }: RecordWrite,
  wanted: CallInput,
  { input, exchange: taken }: Creation,
): Promise<Pick<Creation, "record" | "exchange">> {
  const [key] = valuesAt(wanted[place], [name]);
  const part = withValueAt(input[place], [name], key);
  const own = withFreshKey(operation, { ...input, [place]: part }, "beside");
  if (!isTaken(taken)) return { record: undefined, exchange: taken };
  const exchange = await probe.call(operation, own);
  return { record: recordIn(probe.api, operation, exchange, own), exchange };
}

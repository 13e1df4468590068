import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { operationsOn } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, type Flow } from "../flows/flow.ts";
import type { ResourceFlow } from "../flows/resources.ts";
import { freedBy } from "./freed.ts";

/** What the deletion of the record above gives back: "the barcodes of its copies may be used again". */
export interface FreedAbove {
  readonly sentence: string;
  readonly remove: FoundOperation;
}

/** Returns what the deletion of the record above says of what is given back. */
export function freedAboveBy(
  api: VerifiedApi,
  { name, create }: Pick<ResourceFlow, "name" | "create">,
): FreedAbove[] {
  const { resource: parent } = create.state.path.at(-1) ?? {};
  if (parent === undefined || parent === name) return [];
  return operationsOn(api, parent)
    .filter(
      ({ operation, state }) => state.kind === "delete" && operation.model.method === "DELETE",
    )
    .flatMap((remove) =>
      sentencesOf(remove.operation.model.description)
        .flatMap((one) => freedBy(one, [], true))
        .map(({ sentence }) => ({ sentence, remove })),
    );
}

/**
 * Creates a record below a new one, deletes that, and creates the same below another one, which has to be taken: 2 requests,
 * and those for the records above.
 *
 * @returns the calls; `undefined` if it was taken, or that cannot be tried
 */
export async function refusedAfterwards(
  { probe, resource: { create } }: Flow,
  { remove }: FreedAbove,
): Promise<readonly Exchange[] | undefined> {
  const { records } = probe;
  const { resource } = remove.state;
  const above = await records.make(resource);
  if (above === undefined) return undefined;
  records.share(above);
  const { input } = await records.inputFor(create.operation, "new");
  const made = input && (await records.create(create.operation, input));
  const { input: asked } = await records.inputFor(remove.operation, above);
  const gone = made?.record && asked && (await probe.call(remove.operation, asked));
  records.forget(resource);
  if (made === undefined || gone === undefined || !isDone(gone)) return undefined;
  const { input: other } = await records.inputFor(create.operation, "new");
  const path = other?.path;
  const again = path && (await probe.call(create.operation, { ...made.input, path }));
  return again?.response?.status === 409 ? [made.exchange, gone, again] : undefined;
}

import { createClient } from "@int64/client";
import type { Entry, Id, Tick } from "@int64/contract";
import { createMock } from "@int64/mocks";
import type { GetEntryHandler, ListEntriesHandler } from "@int64/server";

/** Each is a `bigint` where the format is int64, and what JSON has elsewhere. */
export const entry: Required<Entry> = {
  id: 9007199254740993n,
  amount: 1n,
  parent: null,
  note: "any text",
  count: 7,
  level: 2,
  either: 5n,
  mixed: 1.5,
  shares: { a: 1n },
  pairs: [[1n]],
};
export const id: Id = 1n;

// @ts-expect-error A number is no int64.
export const tick: Tick = { at: 1 };

/** Parameters, defaults, errors and headers have them too, at both ends. */
export const listEntries: ListEntriesHandler = async ({ query }, _, fail) => {
  const limit: bigint | undefined = query?.limit;
  const after: bigint | undefined = query?.after;
  if (after) throw fail({ status: 409, body: { after } });
  return { status: 200, headers: { "x-total": limit ?? 0n }, body: [entry] };
};
export const getEntry: GetEntryHandler = async ({ path }) => ({
  status: 200,
  body: { id: path.id, amount: 1n },
});

export async function uses(): Promise<bigint> {
  const mock = createMock();
  mock.on("getEntry", getEntry);
  const { entries } = createClient({ fetch: mock.fetch });
  const { amount } = await entries.getEntry({ path: { id } });
  const { rate }: { rate: number } = await entries.getRate();
  return amount + BigInt(rate);
}

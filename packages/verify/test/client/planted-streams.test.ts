import type { CheckName } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { sampled } from "../../../../test/test-all.ts";
import { linesOf, verifyNotes, type Faults } from "./support.ts";

/** A fault, and the check that finds it. */
type Row = readonly [fault: string, check: CheckName, faults: Faults];

const encoder = new TextEncoder();

const chunked = (split: (text: string) => string[]): NonNullable<Faults["lines"]> =>
  async function* (chunks) {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of chunks) {
      const lines = split(rest + decoder.decode(chunk, { stream: true }));
      rest = lines.pop() ?? "";
      yield* lines;
    }
  };

const rows: readonly Row[] = [
  [
    "pieces that are taken for whole lines",
    "stream-items",
    {
      lines: async function* (chunks) {
        const decoder = new TextDecoder();
        for await (const chunk of chunks)
          yield* decoder.decode(chunk, { stream: true }).split("\n");
      },
    },
  ],
  [
    "characters that are split between pieces",
    "stream-items",
    {
      lines: async function* (chunks) {
        const whole = async function* (): AsyncGenerator<Uint8Array> {
          for await (const chunk of chunks) yield encoder.encode(new TextDecoder().decode(chunk));
        };
        yield* linesOf(whole());
      },
    },
  ],
  ["CR LF that are not known", "stream-items", { lines: chunked((text) => text.split("\n")) }],
  ["CR that is not known", "stream-items", { lines: chunked((text) => text.split(/\r?\n/)) }],
  [
    "CR LF that is split between pieces",
    "stream-items",
    { lines: chunked((text) => text.split(/\r\n|\n|\r/)) },
  ],
  [
    "data of several lines",
    "stream-items",
    {
      lines: async function* (chunks) {
        for await (const line of linesOf(chunks)) {
          yield line;
          if (line.startsWith("data")) yield "";
        }
      },
    },
  ],
  [
    "a byte order mark that is kept",
    "stream-items",
    {
      lines: async function* (chunks) {
        const kept = async function* (): AsyncGenerator<Uint8Array> {
          let isFirst = true;
          for await (const chunk of chunks) {
            if (isFirst) yield encoder.encode("\uFEFF");
            isFirst = false;
            yield chunk;
          }
        };
        yield* linesOf(kept());
      },
    },
  ],
  [
    "comments that are taken for data",
    "stream-items",
    {
      lines: async function* (chunks) {
        for await (const line of linesOf(chunks))
          yield line.startsWith(": ") ? `data${line}` : line;
      },
    },
  ],
  [
    "an event of error as an item",
    "stream-end",
    {
      lines: async function* (chunks) {
        for await (const line of linesOf(chunks))
          yield line.replace("event: error", "event: message");
        yield* ["data: [DONE]", ""];
      },
    },
  ],
  [
    "a stream that breaks off as a whole one",
    "stream-end",
    {
      lines: async function* (chunks) {
        try {
          yield* linesOf(chunks);
        } catch {
          yield* ["data: [DONE]", ""];
        }
      },
    },
  ],
  [
    "an end that is waited for behind the last event",
    "hang",
    {
      lines: async function* (chunks) {
        for await (const line of linesOf(chunks)) if (line !== "data: [DONE]") yield line;
        yield* ["data: [DONE]", ""];
      },
    },
  ],
  [
    "a connection that is kept",
    "stream-left",
    {
      lines: (chunks) => {
        const iterator = chunks[Symbol.asyncIterator]();
        return linesOf({ [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) });
      },
    },
  ],
];

test.each(sampled(rows, 4))("finds in streams %s", async (_, check, faults) => {
  const { failures } = await verifyNotes(faults, ["WatchNotes"]);
  expect(failures.map((one) => `${one.operationId} ${one.check}`)).toContain(`WatchNotes ${check}`);
});

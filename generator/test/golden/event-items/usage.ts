/** What must compile, and what must not: items of streams, and operations that may stream. */
import { createClient } from "@event-items/client";
import { chat, report } from "@event-items/client/default";
import type { ChatResponse, Item } from "@event-items/contract";
import type { ChatHandler, FastHandler, TextHandler } from "@event-items/server";

const api = createClient();

for await (const text of api.default.text()) text.toUpperCase();
for await (const text of api.default.none()) text.toUpperCase();
for await (const { data, event, id, retry } of api.default.fast())
  console.log(data.name, event?.length, id?.length, retry?.toFixed());
for await (const item of api.default.mixed()) {
  if (item.event === "delta") console.log(item.data.name);
  else console.log(item.data satisfies "[DONE]");
}

const body = { text: "Hello" };
for await (const item of api.default.chat({ body: { ...body, stream: true } }))
  console.log(item.name);
export const whole: PromiseLike<ChatResponse> = api.default.chat({ body });
export const alsoWhole: PromiseLike<ChatResponse> = api.default.chat({
  body: { ...body, stream: false },
});
declare const stream: boolean;
export const either: PromiseLike<ChatResponse | AsyncIterable<Item>> = api.default.chat({
  body: { ...body, stream },
});

// @ts-expect-error without a stream there are no items
for await (const item of api.default.chat({ body })) console.log(item);

for await (const item of api.default.report(undefined, { accept: "application/jsonl" }))
  console.log(item.name);
export const list: PromiseLike<Item[]> = api.default.report(undefined, {
  accept: "application/json",
});
export const unknown: PromiseLike<Item[] | AsyncIterable<Item>> = api.default.report();

for await (const item of chat(api.core, { body: { ...body, stream: true } }))
  console.log(item.name);
export const single: PromiseLike<Item[]> = report(api.core, undefined, {
  accept: "application/json",
});

export const texts: TextHandler = () => ({ status: 200, body: toAsync(["a", "b"]) });
export const events: FastHandler = () => ({
  status: 200,
  body: toAsync([{ event: "item", data: { name: "a" } }]),
});
export const answer: ChatHandler = ({ body: { text, stream: isStream } }) =>
  isStream
    ? { status: 200, contentType: "text/event-stream", body: toAsync([{ name: text }]) }
    : { status: 200, contentType: "application/json", body: { all: text } };

async function* toAsync<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}

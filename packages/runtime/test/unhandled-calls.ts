/** Makes calls that are refused, each handled in another way, and prints which rejections were unhandled. */
import type { Call } from "../src/client/index.ts";
import { call, callPages, clientOn, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

const { core } = clientOn(() => json({ type: "NotFound" }, { status: 404 }));
const refused = (): Call<unknown> => call(core, fixture.getBook, { path: { book_id: "a" } });
const microtask = (): Promise<void> => Promise.resolve();
/** Behind the macrotask in which rejections are found to be unhandled. */
const settled = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 5));
const ignore = (): void => {};

async function iterate(list: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of list) ignore();
}

const cases: { readonly [name: string]: () => unknown } = {
  floating: () => void refused(),
  "only then": () => void refused().then(ignore),
  "only finally": () => void refused().finally(ignore),
  awaited: async () => {
    try {
      await refused();
    } catch {}
  },
  "awaited later": async () => {
    const made = refused();
    await microtask();
    await microtask();
    await made.then(ignore, ignore);
  },
  caught: () => void refused().catch(ignore),
  result: async () => void (await refused().result()),
  "result later": async () => {
    const made = refused();
    await microtask();
    await made.result();
  },
  "response later": async () => {
    const made = refused();
    await microtask();
    await made.response();
  },
  iterated: () => iterate(callPages(core, fixture.listBooks)).catch(ignore),
  "iterated later": async () => {
    const made = callPages(core, fixture.listBooks);
    await microtask();
    await iterate(made).catch(ignore);
  },
  deferred: () => void refused().defer(),
  raced: async () => {
    const other = clientOn(() => json({})).core;
    await Promise.race([call(other, fixture.listBooks), refused()]).catch(ignore);
  },
};

const unhandled: { [name: string]: boolean } = {};
for (const [name, run] of Object.entries(cases)) {
  unhandled[name] = false;
  const note = (): void => {
    unhandled[name] = true;
  };
  process.on("unhandledRejection", note);
  await run();
  await settled();
  process.off("unhandledRejection", note);
}
console.log(JSON.stringify(unhandled));

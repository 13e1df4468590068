// Times the calls of one client's program against a `fetch` that answers at once, and prints the
// medians of some hundred calls each as JSON, in microseconds.
import { deepStrictEqual } from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { callNames, exchanges, type Exchange } from "./exchanges.ts";
import { median } from "./measure.ts";

type Calls = { readonly [name in (typeof callNames)[number]]: () => PromiseLike<unknown> };

const batches = 60;
const callsOfBatch = 500;

let answer: { readonly text: string; readonly init: ResponseInit } = { text: "", init: {} };
let sent: readonly [input: RequestInfo | URL, init?: RequestInit] = [""];
const answering = (...given: typeof sent): Promise<Response> => {
  sent = given;
  return Promise.resolve(new Response(answer.text, answer.init));
};
// Before the program is loaded: some clients keep the `fetch` that they find.
globalThis.fetch = answering;
const program = (await import(pathToFileURL(process.argv[2] ?? "").href)) as Calls;

/** Holds a call to what all clients are to send and to give back. */
async function check(call: () => PromiseLike<unknown>, exchange: Exchange): Promise<void> {
  deepStrictEqual(await call(), exchange.answer);
  const [input, init] = sent;
  const url = typeof input === "string" ? new URL(input, "http://127.0.0.1") : input;
  const request = new Request(url, init);
  const { pathname, search } = new URL(request.url);
  deepStrictEqual([request.method, pathname + search], [exchange.method, exchange.path]);
  const text = await request.text();
  deepStrictEqual(text === "" ? undefined : (JSON.parse(text) as unknown), exchange.body);
}

async function time(call: () => PromiseLike<unknown>): Promise<number> {
  const times: number[] = [];
  for (let batch = 0; batch < batches; batch += 1) {
    const start = process.cpuUsage();
    for (let count = 0; count < callsOfBatch; count += 1) await call();
    // Nothing is waited for, so that this is the time that passes, but for what else the machine does.
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / callsOfBatch);
    await setImmediate();
  }
  // The first half is the compiler's time to learn.
  return median(times.slice(batches / 2));
}

const answers = (exchange: Exchange): void => {
  const headers = { "content-type": "application/json" };
  answer = { text: JSON.stringify(exchange.answer), init: { status: exchange.status, headers } };
};

const medians: number[] = [];
for (const name of callNames) {
  answers(exchanges[name]);
  await check(program[name], exchanges[name]);
}
for (const name of callNames) {
  answers(exchanges[name]);
  medians.push(await time(program[name]));
}
console.log(JSON.stringify(medians));

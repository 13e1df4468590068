// How many requests a second the core answers by itself, no socket involved.
import { server, serverOf } from "./ours.ts";
import { runs, serverExchanges } from "./server-exchanges.ts";

const [get] = serverExchanges;
if (get === undefined) throw new Error("there is no request to measure");
const none = { ...runs, assistant_runs: [] };
const measured = [
  { ...get, name: "GET, 0.1 kB of answer", answer: none, answering: serverOf(none) },
  ...serverExchanges.map((one) => ({ ...one, answering: server })),
];

const batches = 24;
const seconds = 0.15;
const median = (numbers: number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;

const rates: Record<string, number> = {};
for (const { name, method, path, headers, body, status, answer, answering } of measured) {
  const sent = new TextEncoder().encode(body ?? "");
  const lengths = body === undefined ? {} : { "content-length": String(sent.length) };
  // A number within the path differs, so that nothing is quick because it is the same again.
  const urls = Array.from({ length: 64 }, (_, index) => path.replace("page=2", `page=${index}`));
  const send = (count: number) =>
    answering.handle({
      method,
      url: urls[count & 63] ?? path,
      headers: { host: "a", accept: "*/*", ...headers, ...lengths },
      ...(body === undefined ? {} : { body: sent }),
    });
  const { status: actual, body: text } = await send(0);
  if (actual !== status || text !== JSON.stringify(JSON.parse(String(text))))
    throw new Error(`${name} is answered with ${actual}: ${String(text)}`);
  if (String(text).length < JSON.stringify(answer).length) throw new Error("members are missing");
  const times: number[] = [];
  for (let batch = 0; batch < batches; batch += 1) {
    const start = process.cpuUsage();
    const end = performance.now() + seconds * 1000;
    let count = 0;
    for (; performance.now() < end; count += 50)
      for (let index = 0; index < 50; index += 1) await send(count + index);
    const { user, system } = process.cpuUsage(start);
    times.push((count / (user + system)) * 1e6);
  }
  rates[name] = median(times.slice(batches / 3));
}
process.send?.(rates);
if (process.send === undefined) console.log(rates);
process.disconnect?.();

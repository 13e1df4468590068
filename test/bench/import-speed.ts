// Imports a program in a process of its own, and prints the processor time that this took, in milliseconds.
import { pathToFileURL } from "node:url";

// Node loads what `fetch` needs when it is first used: some clients do so when they are imported, others at a call.
void new Request("http://127.0.0.1", { headers: new Headers() });
const start = process.cpuUsage();
await import(pathToFileURL(process.argv[2] ?? "").href);
const { user, system } = process.cpuUsage(start);
console.log((user + system) / 1000);

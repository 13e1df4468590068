import { readBeds, verifyBed, lineOf } from "./test/verify/beds/bed.ts";
const [name, fault, ...only] = process.argv.slice(2);
for (const bed of readBeds()) { if (name !== "all" && !name!.split(",").includes(bed.name)) continue;
const report = await verifyBed(bed, fault === "none" ? undefined : fault, only.length ? { replay: only } : {});
console.log(bed.name, report.exchanges, report.failures.length);
for (const f of report.failures) { console.log(lineOf(f)); if (process.env.SHOW) for (const e of (f as any).exchanges ?? []) console.log("   ", JSON.stringify(e).slice(0, 700)); }
for (const e of report.errors) console.log("ERR", JSON.stringify(e).slice(0, 300)); }

import { readBeds, verifyBed } from "./test/verify/beds/bed.ts";
const bed = readBeds().find((b) => b.name === process.argv[2])!;
const r = await verifyBed(bed);
for (const c of r.ran) if (c.id.startsWith(process.argv[3]!) && !/invalid|bounds/.test(c.id)) console.log(c.id);
for (const f of r.families ?? []) console.log(JSON.stringify(f).slice(0, 0));

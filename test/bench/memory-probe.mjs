// Loaded into every process that is measured; JavaScript, so that it brings no type stripper along.
import { appendFileSync, readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/** Peak resident memory in kilobytes: maxRSS would count the parent's, which lasts through exec. */
function peak() {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return Number(kilobytes ?? process.resourceUsage().maxRSS);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

if (isMainThread) {
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    const line = JSON.stringify([peak(), (userCPUTime + systemCPUTime) / 1000]);
    appendFileSync(process.env.BENCH_REPORT, `${line}\n`);
  });
}

// Loaded into servers that know nothing of a benchmark; JavaScript, so that it brings no type stripper along.
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.send !== undefined) {
  process.on("message", () =>
    process.send({ ...process.cpuUsage(), rss: process.memoryUsage.rss() }),
  );
  process.on("disconnect", () => process.exit());
}

// How long routers take to find an operation: ours, find-my-way (Fastify's) and rou3 (Nitro's).
import { operationTable } from "@genai-app/contract";
import findMyWay from "find-my-way";
import { addRoute, createRouter, findRoute } from "rou3";

// No entry exports it: it is found beside one.
const { Router } = await import(
  new URL("router.js", import.meta.resolve("@openapi-packages/runtime/server")).href
);

interface Operation {
  readonly method: string;
  readonly path: string;
}

const nouns =
  "actions branches checks commits deployments environments gists hooks issues keys labels milestones packages projects pulls releases rulesets secrets teams variables".split(
    " ",
  );

/** As many paths as GitHub's description has operations, as deep as they are there. */
function manyOperations(): Operation[] {
  const roots = [
    "/orgs/{org}",
    "/repos/{owner}/{repo}",
    "/user",
    "/users/{username}",
    "/enterprises/{enterprise}",
  ];
  return roots.flatMap((root) =>
    nouns.flatMap((noun) => {
      const list = `${root}/${noun}`;
      const one = `${list}/{${noun}_id}`;
      const inner = nouns.slice(0, 3).map((other) => `${one}/${other}`);
      const paths = [
        list,
        `${list}/latest`,
        one,
        ...inner,
        `${one}/comments/{comment_id}/reactions`,
      ];
      return [
        ...paths.map((path) => ({ method: "GET", path })),
        ...[list, ...inner].map((path) => ({ method: "POST", path })),
        { method: "DELETE", path: one },
      ];
    }),
  );
}

const colons = (path: string): string =>
  path.replace(/\{([^}]+)\}/g, (_, name: string) => `:${name.replace(/\W/g, "_")}`);

function time(
  find: (method: string, path: string) => unknown,
  requests: readonly Operation[],
): number {
  const times: number[] = [];
  for (let batch = 0; batch < 15; batch += 1) {
    const start = process.cpuUsage();
    const end = performance.now() + 50;
    let count = 0;
    for (; performance.now() < end; count += requests.length)
      for (const { method, path } of requests) if (!find(method, path)) throw new Error(path);
    const { user, system } = process.cpuUsage(start);
    times.push(((user + system) / count) * 1000);
  }
  return times.toSorted((one, other) => one - other)[7] ?? 0;
}

const results: Record<string, Record<string, number>> = {};
for (const [name, operations] of Object.entries({
  "77 operations": Object.values(operationTable) as readonly Operation[],
  "as many as GitHub's": manyOperations(),
})) {
  const ours = new Router();
  const theirs = findMyWay();
  const rou3 = createRouter();
  for (const { method, path } of operations) {
    ours.add(method, path, path);
    theirs.on(method as "GET", colons(path), () => {});
    addRoute(rou3, method, colons(path), path);
  }
  const requests = operations.map(({ method, path }) => ({
    method,
    path: path.replace(/\{[^}]+\}/g, "26c9ab16-5e8a-4023-8bc1-000000000001"),
  }));
  results[`${name} (${operations.length})`] = {
    ours: time((method, path) => "target" in ours.find(method, path), requests),
    "find-my-way": time((method, path) => theirs.find(method as "GET", path), requests),
    rou3: time((method, path) => findRoute(rou3, method, path), requests),
  };
}
process.send?.(results);
process.disconnect?.();

import { defineConfig } from "vitest/config";

/** Packages of the workspace load from their sources, as under TypeScript. */
const conditions = ["@openapi-packages/source", "module", "node", "development|production"];

/**
 * Milliseconds after which a test, a hook or a poll has a deadlock: the only limit of tests, since how long they take
 * depends on what else the machine does. The longest runs, those of `npm run test:all`, are within it.
 */
const limit = 30 * 60_000;

const golden = [
  "generator/test/{golden,rejected,lenient}.test.ts",
  "generator/test/{golden,rejected}/**/*.test.ts",
];

/**
 * Tests that replace what all code of a process has, such as `fetch` (MSW) and `Response` (`@hono/node-server`), or that measure
 * the heap. The others share a process, since most of their time is that of imports.
 */
const isolated = [
  "packages/mock/test/{credentials,msw,msw-handler}.test.ts",
  "packages/runtime/test/client-faults.test.ts",
  "packages/runtime/test/parameters-roundtrip.test.ts",
  "packages/runtime/test/server-{adapters,body-chunks,connections,mounts,mutations,raw-exchange,refusals}.test.ts",
  "packages/runtime/test/server-{request-head,response-headers,security-adapters}.test.ts",
];

const project = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude: ["**/node_modules/**", ...exclude] },
});

/** A project whose files share a process. */
const shared = (name: string, include: string[], exclude: string[] = []) => {
  const { test, ...others } = project(name, include, exclude);
  return { ...others, test: { ...test, isolate: false, setupFiles: ["test/shared-globals.ts"] } };
};

const browser = project("browser", ["test/browser/**/*.test.ts"]);
const browserProject = {
  ...browser,
  test: {
    ...browser.test,
    globalSetup: ["test/browser/global-setup.ts"],
  },
};

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    sequence: { shuffle: true },
    testTimeout: limit,
    hookTimeout: limit,
    teardownTimeout: limit,
    expect: { poll: { timeout: limit } },
    projects: [
      shared(
        "unit",
        [
          "packages/*/test/**/*.test.ts",
          "generator/test/**/*.test.ts",
          "scripts/test/**/*.test.ts",
          "test/{diff,size,spec}/**/*.test.ts",
        ],
        [...golden, ...isolated],
      ),
      project("isolated", isolated),
      shared("golden", golden),
      project("contract", ["test/{contract,verify}/**/*.test.ts"]),
      project("descriptions", ["test/descriptions/**/*.test.ts"]),
      browserProject,
    ],
  },
});

import { defineConfig } from "vitest/config";

/** Packages of the workspace load from their sources, as under TypeScript. */
const conditions = ["@openapi-packages/source", "module", "node", "development|production"];

/**
 * Milliseconds after which a test, a hook or a poll has a deadlock: the only limit of tests, since how long they take
 * depends on what else the machine does. The longest runs, such as `FUZZ_RUNS=5000`, are within it.
 */
const limit = 30 * 60_000;

const golden = [
  "generator/test/{golden,rejected,lenient}.test.ts",
  "generator/test/{golden,rejected}/**/*.test.ts",
];

const project = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude: ["**/node_modules/**", ...exclude] },
});

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
      project(
        "unit",
        [
          "packages/{runtime,mock,zod,mcp,verify}/test/**/*.test.ts",
          "generator/test/**/*.test.ts",
          "scripts/test/**/*.test.ts",
          "test/{diff,size,spec}/**/*.test.ts",
        ],
        golden,
      ),
      project("golden", golden),
      project("contract", ["test/{contract,verify}/**/*.test.ts"]),
      project("descriptions", ["test/descriptions/**/*.test.ts"]),
      browserProject,
    ],
  },
});

import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { renderReport, type VerifyReport } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { node, repository, temporaryFolder, writeTree } from "../../generator/test/support.ts";
import { sampled } from "../test-all.ts";
import { foundOf, readBeds, startBed, type Bed, type RunningBed } from "./beds/bed.ts";
import { Library } from "./library/library.ts";
import { serverFaults } from "./library/server-faults.ts";
import { verified } from "./library/verified.ts";

type Failure = VerifyReport["failures"][number];

/** By it a failure is known in another run. */
const nameOf = ({ check, operationId = "" }: Failure): string => `${check} of ${operationId}`;

/** A fault that needs a library without notes: a library that was used has some. */
const ofFreshLibraries = ["answers 404 for an empty list"];

/** One whose failures need what the cases before them have made: there are no two pages of a fresh library. */
const ofUsedLibraries = serverFaults.filter(
  ({ name }) => name === "gives the first page for every page",
);

test.each([...sampled(serverFaults, 20), ...ofUsedLibraries])(
  "each failure of a library that $name is found by its replay",
  async ({ name, make }) => {
    const used = make();
    const { failures } = await verified(used);
    expect(failures).not.toEqual([]);
    for (const id of new Set(failures.map((one) => one.id))) {
      const wanted = failures.filter((one) => one.id === id).map(nameOf);
      for (const library of [make(), ...(ofFreshLibraries.includes(name) ? [] : [used])]) {
        const again = await verified(library, undefined, [id]);
        expect(again.failures.map(nameOf)).toEqual(expect.arrayContaining(wanted));
      }
    }
  },
);

test("a replay that finds nothing says what it may need", async () => {
  const report = await verified(new Library(), undefined, ["ListBooks/example@0"]);
  expect(renderReport("pretty", report)).toContain("replay it on a fresh one");
  const alone = await verified(new Library(), undefined, ["ListBooks/example"]);
  expect(alone.cases).toBe(1);
});

const hasProgram = (name: string): boolean =>
  spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0;

/** Runs a command line as a shell does, with the credentials of a bed. */
function shell(bed: Bed, line: string, cwd: string): Promise<string> {
  const variables = Object.entries({ ...variablesOf(bed), PATH: process.env["PATH"] });
  return new Promise((resolve) => {
    const env = Object.fromEntries(variables);
    execFile("sh", ["-c", line], { cwd, env, maxBuffer: 1e8 }, (_, text) => resolve(text));
  });
}

/** The variables that the arguments below name. */
function variablesOf({ credentials, otherCredentials }: Bed): Record<string, string> {
  return Object.fromEntries([
    ...variables("OWN", credentials),
    ...variables("OTHER", otherCredentials),
  ]);
}

const variables = (prefix: string, credentials: Bed["credentials"]): [string, string][] =>
  Object.entries(credentials).flatMap(([scheme, value]): [string, string][] => [
    [`${prefix}_${scheme}`, value],
    [`${prefix}_${scheme}_BASE64`, Buffer.from(value).toString("base64")],
  ]);

/** Verifies a running bed from the command line, as its README would, with a file for the other principal. */
async function verifiedBed(bed: Bed, { url }: RunningBed, cwd: string): Promise<ShownFailure[]> {
  const named = (prefix: string): Record<string, string> =>
    Object.fromEntries(Object.keys(bed.credentials).map((id) => [id, `\${${prefix}_${id}}`]));
  const config = { verify: { otherCredentials: named("OTHER") } };
  writeTree(cwd, { "openapi-packages.config.json": JSON.stringify(config) });
  const own = Object.entries(named("OWN")).map((pair) => `--credential '${pair.join("=")}'`);
  const line = `verify '${bed.description}' --server ${url} --disposable ${own.join(" ")}`;
  const text = await shell(bed, `${command} ${line} --format json`, cwd);
  return (JSON.parse(text) as { failures: ShownFailure[] }).failures;
}

interface ShownFailure {
  readonly check: string;
  readonly operationId: string;
  readonly replay: string;
  readonly steps: readonly {
    readonly curl: string;
    readonly response?: { readonly status: number };
  }[];
}

const nothing: ShownFailure = { check: "none", operationId: "", replay: "true", steps: [] };

const command = `'${node}' '${join(repository, "generator", "src", "cli.ts")}'`;

/** Faults whose failure takes the last of a stock, so that a used service has none left for a replay. */
const ofFreshBeds = ["cart-quantity-coerced"];

/** True of a command that says what it needs beside credentials: a record, a body, or a password in it. */
const hasNeeds = ({ steps: [step] }: ShownFailure): boolean =>
  step === undefined || /# .*(?:in place of|the body|\$PASSWORD)/.test(step.curl);

/** The command of the first request; one that does nothing if it needs what is not there. */
const firstCommand = (failure: ShownFailure): string =>
  hasNeeds(failure) ? "true" : (failure.steps[0]?.curl ?? "");

/** What the first request is answered with. A PUT that is repeated replaces what it has created. */
function answerOf(failure: ShownFailure): RegExp {
  const { status = 0 } = failure.steps[0]?.response ?? {};
  return hasNeeds(failure) ? /^$/ : new RegExp(`^HTTP/1\\.[01] ${String(status).charAt(0)}\\d\\d `);
}

/** The beds whose faults were looked for, and whose program is there. */
const measured = readBeds().filter(
  ({ name, command: [program = ""] }) => foundOf[name] !== undefined && hasProgram(program),
);

const found = measured.flatMap((bed) =>
  bed.faults
    .filter(({ id }) => foundOf[bed.name]?.includes(id))
    .map(({ id }) => ({ bed, name: bed.name, id })),
);

describe("the first failure of", () => {
  test.each(sampled(found, 960))("$name with $id is shown by its commands", async ({ bed, id }) => {
    const cwd = temporaryFolder();
    const used = await startBed(bed, id);
    try {
      const [failure = nothing] = await verifiedBed(bed, used, cwd);
      const fresh = await startBed(bed, id);
      try {
        for (const { url } of [fresh, ...(ofFreshBeds.includes(id) ? [] : [used])]) {
          const here = (line: string): string => line.replaceAll(used.url, url);
          const answered = await shell(bed, here(firstCommand(failure)), cwd);
          expect(answered).toMatch(answerOf(failure));
          const replay = here(failure.replay).replace("openapi-packages", command);
          const report = await shell(bed, replay, cwd);
          expect(report).toContain(`✗ ${failure.check}  `);
          expect(report).toContain(`${failure.operationId}: `);
        }
      } finally {
        await fresh.stop();
      }
    } finally {
      await used.stop();
    }
  });
});

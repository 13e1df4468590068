import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { apiProject, petsDescription, type ApiProject } from "./api-project.ts";
import { repositoryRoot } from "../../repository.ts";
import { petService } from "./pet-service.ts";
import { runJob, type JobResult } from "./run-job.ts";
import { holds, readWorkflow, type Context, type WorkflowJob } from "./workflow.ts";

const workflow = readWorkflow("openapi.yml");
const inputs = workflow.on.workflow_call?.inputs ?? {};
const defaults = Object.fromEntries(
  Object.entries(inputs).map(([name, input]) => [name, input.default]),
);
const { check, comment } = workflow.jobs as Record<string, WorkflowJob>;
if (check === undefined || comment === undefined) throw new Error("two jobs");
const guardedDescription = petsDescription
  .replace("paths:", "security: [{ bearer: [] }]\npaths:")
  .replace(
    "  schemas:",
    "  securitySchemes: { bearer: { type: http, scheme: bearer } }\n  schemas:",
  );
const withoutKind = petsDescription.replace(/ +kind: .*\n/, "");

let project: ApiProject;
beforeEach(() => {
  project = apiProject();
});
afterEach(() => project.remove());

const given = (more: Record<string, unknown>): Context => ({
  inputs: { ...defaults, install: "true", description: "openapi.yaml", ...more },
  secrets: {},
  github: {
    event_name: "pull_request",
    event: { pull_request: { number: 7 } },
    repository: "acme/pets",
    token: "token",
  },
});

/** Runs the first job, for a pull request. */
function checked(more: Record<string, unknown> = {}): Promise<JobResult> {
  // Avoids npx, which is slow, and skips generation and linting, which other tests cover.
  const less = { command: "node_modules/.bin/openapi-packages", lint: "", generate: false };
  return runJob(check as WorkflowJob, given({ ...less, ...more }), project);
}

async function commented(result: Pick<JobResult, "outputs">): Promise<JobResult | "skipped"> {
  const context = { ...given({}), needs: { check: { outputs: result.outputs } } };
  if (!holds(comment?.if, false, context)) return "skipped";
  return runJob(comment as WorkflowJob, context, project);
}

/** Commits a description that is new, which the job therefore compares with none. */
function added(description: string): void {
  project.write("README.md", "");
  project.commit();
  project.write("openapi.yaml", description);
  project.commit();
}

function changed(from: string, to: string): void {
  project.write("openapi.yaml", from);
  project.commit();
  project.write("openapi.yaml", to);
  project.commit();
}

const changesStep = "What has changed";
const marker = "<!-- openapi-packages diff . openapi.yaml -->";

describe("the workflow for others", () => {
  test("tells what breaks, in annotations, the summary and a comment", async () => {
    changed(petsDescription, withoutKind);
    const result = await checked();
    expect(result.steps).toMatchObject({ [changesStep]: 1 });
    expect(result.output).toMatch(/^::error file=openapi\.yaml,line=\d+,.*Pet\.kind is gone/m);
    expect(result.summary).toContain("Pet.kind is gone from responses");
    expect(result.outputs).toEqual({ changed: "true", changes: result.summary.trimEnd() });

    expect(await commented(result)).toMatchObject({
      steps: { "One comment, brought up to date": 0 },
    });
    const [request] = project.requests();
    expect(request?.request).toBe("POST repos/acme/pets/issues/7/comments");
    expect(request?.body).toBe(`${marker}\n${result.summary.trimEnd()}\n`);
  });

  test("compares with the revision that is named, and knows of a description that is new", async () => {
    added(petsDescription);
    const first = await checked();
    expect(first.steps).toMatchObject({ [changesStep]: 0 });
    expect(first.output).toContain("::notice title=openapi-packages diff::openapi.yaml is new");
    expect(await commented(first)).toBe("skipped");

    project.write("openapi.yaml", withoutKind);
    project.commit();
    expect(await checked({ base: "HEAD" })).toMatchObject({
      steps: { [changesStep]: 0 },
      outputs: { changed: "false" },
    });
  });

  test("holds what is stable alone, on request", async () => {
    const beta = petsDescription.replace("get:\n", "get:\n      x-stability-level: beta\n");
    changed(beta, beta.replace(/ +kind: .*\n/, ""));
    const options = { "fail-on": "callers" };
    expect(await checked(options)).toMatchObject({ steps: { [changesStep]: 1 } });
    const { steps, summary } = await checked({ ...options, stability: "stable" });
    expect(steps).toMatchObject({ [changesStep]: 0 });
    expect(summary).toContain("it was beta");
  });

  test("fails by a description that cannot be read, without a comment", async () => {
    changed(petsDescription, "openapi: [\n");
    const result = await checked();
    expect(result.steps).toMatchObject({ [changesStep]: 2 });
    expect(await commented(result)).toBe("skipped");
  });

  test("cuts a comment that is too long between lines", async () => {
    const properties = Array.from(
      { length: 400 },
      (_, index) => `        member_${index}: { type: string }\n`,
    );
    changed(`${petsDescription}${properties.join("")}`, petsDescription);
    const { outputs, summary } = await checked({ "fail-on": "" });
    const changes = outputs["changes"] ?? "";
    expect(changes.length).toBeLessThan(61_000);
    expect(summary.length).toBeGreaterThan(65_536);
    expect(changes.split("\n").at(-1)).toBe("The summary of the job has all.");
    expect(summary.startsWith(changes.split("\n").slice(0, -2).join("\n"))).toBe(true);
  });

  test("lints by Redocly, and checks what is generated, all in one run", async () => {
    project.write("redocly.yaml", "extends: [minimal]\nrules: { operation-summary: error }\n");
    added(petsDescription);
    const { steps, output } = await checked({
      command: defaults["command"],
      lint: defaults["lint"],
      generate: true,
      "generate-arguments": "--out packages --scope @acme",
    });
    expect(steps).toEqual({
      Install: 0,
      Lint: 1,
      "Generated code is up to date": 1,
      [changesStep]: 0,
      "The preview is as described": "skipped",
    });
    expect(output).toMatch(/^::error title=operation-summary,file=openapi\.yaml,line=\d+/m);
    expect(output).toMatch(/^::error .*packages/m);
  });

  test("verifies a preview with its secret, which nobody sees", async () => {
    added(guardedDescription);
    const preview = await petService("s3cret");
    const verified = (secret: string) =>
      runJob(
        check,
        {
          ...given({
            command: "node_modules/.bin/openapi-packages",
            lint: "",
            generate: false,
            "verify-server": preview.url,
            "verify-arguments": "--credential bearer=${VERIFY_TOKEN} --max-time 30s",
          }),
          secrets: { "verify-token": secret },
        },
        project,
      );
    const name = "The preview is as described";
    expect((await verified("s3cret")).steps).toMatchObject({ [name]: 0 });
    const wrong = await verified("another");
    await preview.close();
    expect(wrong.steps).toMatchObject({ [name]: 1 });
    expect(wrong.output).toContain("0% of operations covered, less than 1%");
    expect(wrong.output).not.toContain("another");
  });
});

describe("its comment", () => {
  const has = (name: string, text: string): void =>
    writeFileSync(join(project.commands, name), text);
  const outputs = (isChanged: boolean) => ({
    outputs: { changed: String(isChanged), changes: "### API changes" },
  });

  test("is one, which is brought up to date", async () => {
    has("own-comment", "41\n");
    await commented(outputs(true));
    await commented(outputs(false));
    expect(project.requests()).toEqual([
      {
        request: "PATCH repos/acme/pets/issues/comments/41",
        body: `${marker}\n### API changes\n`,
      },
      {
        request: "PATCH repos/acme/pets/issues/comments/41",
        body: `${marker}\n### API changes\n`,
      },
    ]);
  });

  test("is not written where nothing has changed", async () => {
    expect(await commented(outputs(false))).toMatchObject({ output: "" });
    expect(project.requests()).toEqual([]);
  });

  test("stands in the summary where the token may not write, as in pull requests of forks", async () => {
    has("read-only", "");
    const result = await commented(outputs(true));
    expect(result).toMatchObject({
      steps: { "One comment, brought up to date": 0 },
      summary: "### API changes\n",
    });
    expect(result).toMatchObject({ output: expect.stringContaining("::notice title=openapi") });
  });

  test("is none for a push", () => {
    const context = {
      ...given({}),
      github: { event_name: "push" },
      needs: { check: outputs(true) },
    };
    expect(holds(comment.if, false, context)).toBe(false);
  });
});

describe.each(["openapi.yml", "ci.yml", "release.yml"])("%s", (name) => {
  const { permissions, jobs } = readWorkflow(name);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test("names actions by commits", () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  test("puts no text of others into a script", () => {
    const expressions = steps.flatMap(({ run = "" }) => run.match(/\$\{\{.*?\}\}/g) ?? []);
    expect(expressions).toEqual([]);
  });

  test("may do no more than it says", () => {
    expect(Object.values(permissions ?? { all: "write" })).not.toContain("write");
  });
});

test("what runs code of a pull request may not write, and what may write checks nothing out", () => {
  expect(check.permissions).toEqual({ contents: "read" });
  expect(comment.permissions).toEqual({ "pull-requests": "write" });
  expect(comment.steps.flatMap(({ uses }) => uses ?? [])).toEqual([]);
});

test("its page has all inputs, with their defaults", () => {
  const page = readFileSync(join(repositoryRoot, "docs", "ci.md"), "utf8");
  const rows = new Map(
    [...page.matchAll(/^\| `(?<name>[\w-]+)` +\| .* \| (?<value>[^|]*?) *\|$/gm)].map(
      ({ groups }) => [groups?.["name"], groups?.["value"]],
    ),
  );
  expect(
    [...rows.keys()].filter((name) => name !== undefined && !name.startsWith("openapi-")),
  ).toEqual(Object.keys(inputs));
  const others = Object.entries(defaults).filter(
    ([name, value]) => value !== "" && rows.get(name) !== `\`${String(value)}\``,
  );
  expect(others).toEqual([]);
});

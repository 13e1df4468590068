import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import {
  assertVerified,
  checks,
  renderReport,
  VerificationError,
  verifyServer,
  type ReportFormat,
  type VerifyReport,
} from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read, pets } from "./support.ts";
import { parseXml, type XmlElement } from "./xml.ts";

const formats: readonly ReportFormat[] = ["pretty", "json", "junit", "sarif", "github"];

/** What a terminal, XML, a runner or a shell would take for its own. */
const hostile = [
  "\u001b]0;owned\u0007\u001b[2J",
  "\u202egpj.exe\u200b",
  "</script><img src=x onerror=alert(1)><!--",
  "]]>&amp;<failure>",
  "\n::error::owned\r\n##[command]owned",
  "'; touch owned; '",
  '"$(touch owned)`id`',
  "\ud800 \u0000",
].join("|");

const secret = "s3cr3t-token-of-a-user";
const password = "pa55word-of-a-pet";

const hostileDescription = pets
  .replace("title: Pets", "title: '<script>alert(1)</script> &quot; ::error::'")
  .replaceAll("GetPet", `"Get'<b>Pet</b>"`)
  .replaceAll("tags: [pets]", `tags: ["<i>pets</i>"]\n      security: [{ bearerAuth: [] }]`)
  .replace("    Pet:\n", "    Secretive: { type: string, x-sensitive: true }\n    Pet:\n")
  .replace(
    /(Pet:\n {6}type: object\n {6}required: \[id, name\]\n {6}properties:\n)/,
    '$1        pin: { $ref: "#/components/schemas/Secretive" }\n',
  )
  .replace(
    "components:\n",
    "components:\n  securitySchemes: { bearerAuth: { type: http, scheme: bearer } }\n",
  );

async function hostileReport(): Promise<VerifyReport> {
  const description = await read(hostileDescription);
  // What is secret of a pet is known where a pet is answered.
  const fetch = ({ method }: Request): Response =>
    new Response(
      JSON.stringify({
        id: 7,
        ...(method !== "DELETE" && { pin: password, message: `${secret} ${password}` }),
        name: hostile,
      }),
      {
        status: 299,
        headers: { "content-type": "text/html; x=<b>", "x-echo": `Bearer ${secret}` },
      },
    );
  return verifyServer({
    description,
    server: { fetch },
    credentials: { bearerAuth: secret },
    expectations: { known: [{ id: "ListPets/gone", reason: hostile }] },
  });
}

/** The signs that act on terminals or that nobody sees, line ends aside. */
const acting = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/;

test.each(formats)(
  "%s: nothing of a hostile server or description acts, and no secret is told",
  async (format) => {
    const text = renderReport(format, await hostileReport(), { minCoverage: 90 });
    expect(text).not.toMatch(acting);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(password);
    expect(format === "junit" ? text : "").not.toMatch(/<(?:script|img|!--)/);
    expect(text).toContain("299");
    expect(text).toContain("$BEARER_AUTH");
  },
);

test("GitHub takes nothing for a command that a report does not mean as one", async () => {
  const text = renderReport("github", await hostileReport());
  for (const line of text.trimEnd().split("\n"))
    expect(line).toMatch(/^(::(error|notice) [a-z]+=[^\r\n]*::[^\r\n]*|[\w ,%().;]+)$/);
  expect(text).not.toContain("##[command]owned\n");
});

test("no line of a report is a command of GitHub's runners, whatever begins it", async () => {
  const command = "::set-output name=token::x";
  const description = await read(
    pets
      .replace("title: Pets", `title: "${command}"`)
      .replaceAll("GetPet", JSON.stringify(`Get\n${command}`))
      .replace("/pets/{petId}:", `"/pets/{petId}":`),
  );
  const fetch = (): Response =>
    new Response(`${command}\n${command}`, { status: 299, headers: { "x-a": command } });
  const report = await verifyServer({
    description,
    server: { fetch },
    expectations: { inputs: { CreatePet: { body: { name: `Rex\n  ${command}\n##[add-mask]` } } } },
  });
  const withError = { ...report, errors: [{ caseId: "a", message: `first\n ${command}` }] };
  for (const format of ["pretty", "junit", "json", "sarif"] as const) {
    const text = renderReport(format, withError, { replayArguments: [`a\n${command}`] });
    expect(text).toContain("set-output");
    expect(text.split(/\r\n|\r|\n/).filter((line) => /^\s*(?:::|##\[)/.test(line))).toEqual([]);
  }
});

test("JUnit is well-formed, with a test for each case and one for the coverage", async () => {
  const report = await hostileReport();
  const root = parseXml(renderReport("junit", report, { minCoverage: 90 }));
  expect(root.name).toBe("testsuites");
  const all = root.children.flatMap(({ children }) => children.filter(isTest));
  expect(all.map(({ attributes }) => attributes["name"])).toEqual(
    expect.arrayContaining(["coverage", ...report.ran.map(({ id }) => id)]),
  );
  const failed = all.filter(({ children }) => children.some(({ name }) => name === "failure"));
  expect(root.attributes["failures"]).toBe(String(failed.length));
  expect(failed).toHaveLength(report.failures.length);
  const wrong = all.filter(({ children }) => children.some(({ name }) => name === "error"));
  expect(wrong.map(({ attributes }) => attributes["name"])).toEqual(
    expect.arrayContaining(["coverage", "known failure ListPets/gone"]),
  );
});

const isTest = ({ name }: XmlElement): boolean => name === "testcase";

test("JSON is as its schema says", async () => {
  const schema = JSON.parse(
    readFileSync(new URL("../report.schema.json", import.meta.url), "utf8"),
  ) as object;
  const validate = new Ajv({ allErrors: true }).compile(schema);
  for (const report of [await hostileReport(), await faultless()]) {
    validate(JSON.parse(renderReport("json", report)));
    expect(validate.errors).toBeNull();
  }
});

test("SARIF has the checks as rules, and failures at their places", async () => {
  const report = await hostileReport();
  const log = JSON.parse(renderReport("sarif", report)) as Sarif;
  const [run] = log.runs;
  expect(log.version).toBe("2.1.0");
  expect(run?.tool.driver.rules.map(({ id }) => id)).toEqual(Object.keys(checks));
  expect(run?.results).toHaveLength(report.failures.length);
  for (const [index, result] of (run?.results ?? []).entries()) {
    expect(run?.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId);
    const [{ physicalLocation }] = result.locations;
    expect(physicalLocation.region.startLine).toBe(report.failures[index]?.location.line);
    expect(physicalLocation.artifactLocation.uri).toMatch(/^[\w./%-]+$/);
  }
});

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly locations: readonly [
        {
          readonly physicalLocation: {
            readonly artifactLocation: { readonly uri: string };
            readonly region: { readonly startLine: number };
          };
        },
      ];
    }[];
  }[];
}

async function faultless(): Promise<VerifyReport> {
  const { createMock } = await import("@openapi-packages/mock");
  const description = await read(pets);
  return verifyServer({ description, server: createMock(description.mock) });
}

test("a run that found nothing passes, and one that did is an error with the report", async () => {
  const report = await faultless();
  assertVerified(report);
  const failing = await hostileReport();
  expect(() => assertVerified(failing)).toThrow(VerificationError);
  expect(() => assertVerified(failing)).toThrow(/curl --include[^\n]+\n[^]*replay: \["CreatePet/);
});

test("what is covered too little is told, and what is missing", async () => {
  const description = await read(pets);
  const fetch = (): Response => Response.json({ message: "no" }, { status: 404 });
  const report = await verifyServer({
    description,
    server: { fetch },
    operations: ["GetPet"],
  });
  const text = renderReport("pretty", report, { minCoverage: 90 });
  expect(text).toContain("0 of 1 operation covered (0%)");
  expect(text).toContain("0% of operations covered, less than 90%");
  expect(text).toMatch(/GET \/pets\/\{petId\} GetPet: 404 × \d+\n {4}.*parameters/);
});

test("many failures of one check are counted, and the way out of missing credentials is told once", async () => {
  const report = await verifyServer({
    description: await read(pets),
    server: { fetch: () => Response.json({}, { status: 299 }) },
    operations: ["ListPets"],
  });
  const many = Array.from({ length: 14 }, (_, index) =>
    report.failures.slice(0, 1).map((failure) => ({
      ...failure,
      check: "ignores-credentials" as const,
      id: `Op${index}/credentials@0`,
    })),
  ).flat();
  const text = renderReport("pretty", { ...report, failures: many });
  expect(text.match(/✗ ignores-credentials {2}(?!\d+ more)/g)).toHaveLength(10);
  expect(text).toContain("✗ ignores-credentials  4 more failures:\n    Op10/credentials@0, Op11/");
  expect(text.match(/credentialsElsewhere/g)).toHaveLength(1);
});

test("a server below another path is told by one line", async () => {
  const description = await read(pets);
  const report = await verifyServer({
    description,
    server: { fetch: () => Response.json({ message: "no such path" }, { status: 404 }) },
  });
  expect(renderReport("pretty", report)).toContain(
    "every operation answers 404: --server includes",
  );
  const found = {
    ...report,
    coverage: report.coverage.map((row) => ({ ...row, statuses: { 200: 1 } })),
  };
  expect(renderReport("pretty", found)).not.toContain("every operation answers 404");
});

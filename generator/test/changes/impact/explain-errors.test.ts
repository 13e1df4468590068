import { expect, it } from "vitest";
import type { Change } from "../../../src/changes/diff/change-types.ts";
import { causesOf } from "../../../src/changes/impact/explain-errors.ts";

const change = (code: Change["code"], message: string): Change => ({
  code,
  message,
  verdicts: { compile: "breaking", run: "none", handlers: "breaking" },
  base: undefined,
  head: undefined,
  touches: {
    types: ["Issue"],
    methods: ["issues.issuesCreate"],
    handlers: ["issues.issuesCreate"],
    mocks: ["issues/create"],
    modules: [],
  },
});

it("knows an operation by its name, however code writes it", () => {
  const changes = [
    change("response-property-removed", "issue.node_id is gone from responses"),
    change("operation-renamed", "issues/open: it was called issues/create"),
  ];
  const meant = new Set(["issuesCreate", "IssuesClient"]);
  const method = causesOf(changes, { said: new Set(["issuesCreate", "IssuesClient"]), meant });
  const member = causesOf(changes, { said: new Set(["node_id", "Issue"]), meant });
  expect([method, member]).toEqual([[1], [0]]);
});

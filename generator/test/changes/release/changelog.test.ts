import { expect, it } from "vitest";
import type { Change } from "../../../src/changes/diff/change-types.ts";
import { withRelease, type ChangelogRelease } from "../../../src/changes/release/changelog.ts";

const nothing = { types: [], methods: [], handlers: [], mocks: [], modules: [] };

const change = (
  code: Change["code"],
  message: string,
  methods: readonly string[] = [],
): Change => ({
  code,
  message,
  verdicts: { compile: "breaking", run: "none", handlers: "none" },
  base: undefined,
  head: undefined,
  touches: { ...nothing, methods },
});

const release: ChangelogRelease = {
  version: "2.0.0",
  date: "2026-11-22",
  level: "major",
  changes: [
    { change: change("operation-removed", "GetPet is gone", ["pets.getPet"]), isBreaking: true },
    {
      change: change("operation-added", "New | `was` <added>", ["a", "b", "c", "d"]),
      isBreaking: false,
    },
    { change: change("parameter-deprecated", "a is deprecated"), isBreaking: false },
  ],
  undeclared: [],
  dependencies: [{ name: "@acme/contract", version: "2.0.0" }],
};

it("has the sections of Keep a Changelog, breaks marked", () => {
  expect(withRelease(undefined, release, "1.0.0")).toMatchInlineSnapshot(`
    "# Changelog

    The format is that of [Keep a Changelog](https://keepachangelog.com/en/1.1.0/), versions are those of
    [Semantic Versioning](https://semver.org/spec/v2.0.0.html).

    ## [2.0.0] - 2026-11-22

    ### Added

    - New \\| \`was\` &lt;added> (\`a\`, \`b\`, \`c\` and 1 more)

    ### Changed

    - Depends on \`@acme/contract@2.0.0\`

    ### Deprecated

    - a is deprecated

    ### Removed

    - **Breaking:** GetPet is gone (\`pets.getPet\`)
    "
  `);
});

it("keeps what is not released yet on top, and what was released below", () => {
  const text =
    "# Changes\n\nOurs.\n\n## [Unreleased]\n\n- Soon\n\n## [1.0.0] - 2025-01-01\n\n- First\n";
  const once = withRelease(text, release, "1.0.0");
  expect(once.match(/^#.*$/gm)).toEqual([
    "# Changes",
    "## [Unreleased]",
    "## [2.0.0] - 2026-11-22",
    "### Added",
    "### Changed",
    "### Deprecated",
    "### Removed",
    "## [1.0.0] - 2025-01-01",
  ]);
  expect(withRelease(once, { ...release, date: "2026-12-01" }, "1.0.0")).toBe(once);
});

it("replaces an entry that was never released, of this version or another one", () => {
  const first = withRelease(undefined, { ...release, version: "1.1.0", changes: [] }, "1.0.0");
  const then = withRelease(first, release, "1.0.0");
  expect(then.match(/^## .*$/gm)).toEqual(["## [2.0.0] - 2026-11-22"]);
});

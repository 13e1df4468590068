import { rmSync } from "node:fs";
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  nat,
  record,
  tuple,
  type Arbitrary,
} from "fast-check";
import { ts } from "ts-morph";
import { describe, expect, it } from "vitest";
import { runs, seed } from "../../../test/test-all.ts";
import { lineChanges } from "../../src/scaffold/line-changes.ts";
import type { ByHand } from "../../src/scaffold/scaffold-types.ts";
import { recordName } from "../../src/scaffold/record.ts";
import { handlerProject, touched, typeFaults, type TestOperation } from "./scaffolding.ts";
import { userEdits, type UserEdit } from "./scaffold-edits/user-edits.ts";
import { temporaryFolder } from "../support.ts";

/** What the description may have, before and after. */
const pool: readonly TestOperation[] = [
  { id: "ListKeys", tag: "keys", route: "GET /keys" },
  { id: "MakeKey", tag: "keys", route: "POST /keys" },
  { id: "DropKey", tag: "keys", route: "DELETE /keys/{id}" },
  { id: "GetPet", tag: "pets", route: "GET /pets/{id}" },
  { id: "FeedPet", tag: "pets", route: "POST /pets/{id}/food" },
  { id: "AddUser", tag: "users", route: "POST /users" },
];

/** What becomes of an operation: nothing, another name by route or by mark, another tag, or it is gone. */
type Fate = "same" | "renamed" | "marked" | "moved" | "gone" | "absent-then-new" | "never";

const changed = (operation: TestOperation, fate: Fate): TestOperation => {
  switch (fate) {
    case "renamed":
      return { ...operation, id: `${operation.id}Again` };
    case "marked":
      return {
        ...operation,
        id: `Other${operation.id}`,
        route: operation.route.replace(" /", " /v2/"),
        from: operation.id,
      };
    case "moved":
      return { ...operation, tag: "others" };
    default:
      return operation;
  }
};

interface Story {
  readonly fates: readonly Fate[];
  readonly layout: "operation" | "tag";
  readonly template: "plain" | "store";
  readonly edits: readonly (readonly [edit: number, file: number, place: number])[];
}

const stories: Arbitrary<Story> = record({
  fates: array(
    constantFrom<Fate>("same", "renamed", "marked", "moved", "gone", "absent-then-new", "never"),
    { minLength: pool.length, maxLength: pool.length },
  ),
  layout: constantFrom("operation" as const, "tag" as const),
  template: constantFrom("plain" as const, "store" as const),
  edits: array(tuple(nat(userEdits.length - 1), nat(40), nat(400)), {
    maxLength: 14,
  }),
});

/** Lets a user edit files, at random but so that they still compile. */
function edited(files: Readonly<Record<string, string>>, { edits }: Story): Record<string, string> {
  const texts: Record<string, string> = { ...files, "helper.ts": "export const help = 1;\n" };
  const handlers = Object.keys(texts).filter(
    (path) => path.endsWith(".ts") && path !== "helper.ts",
  );
  for (const [number, [edit, file, place]] of edits.entries()) {
    const path = handlers[file % handlers.length] ?? "";
    const apply: UserEdit | undefined = userEdits[edit];
    texts[path] = apply?.({ path, text: texts[path] ?? "", name: `user${number}`, place }) ?? "";
  }
  return texts;
}

async function tell(story: Story): Promise<void> {
  const { fates, layout, template } = story;
  const root = temporaryFolder();
  const { run, files, write } = handlerProject(root);
  const paired = pool.map((operation, index) => ({ operation, fate: fates[index] ?? "same" }));
  const before = paired
    .filter(({ fate }) => fate !== "absent-then-new" && fate !== "never")
    .map(({ operation }) => operation);
  const after = paired
    .filter(({ fate }) => fate !== "gone" && fate !== "never")
    .map(({ operation, fate }) => changed(operation, fate));
  if (before.length === 0 || after.length === 0) return;
  await run(before, { layout, template });
  write(edited(files(), story));
  const mine = files();
  expect(typeFaults(mine, before)).toEqual([]);
  const { byHand } = await run(after);
  const theirs = files();
  const isBare = ({ message }: ByHand): boolean => message.includes("your comments");
  expect(byHand.filter((one) => !isBare(one))).toEqual([]);
  const names = paired.flatMap(({ operation, fate }) =>
    fate === "renamed" || fate === "marked" || fate === "moved" ? [operation.id] : [],
  );
  for (const [path, text] of Object.entries(mine))
    if (path !== recordName)
      expectKept(path, text, theirs[path] ?? "", names, fates.includes("moved"));
  const again = await run(after);
  expect({ touched: touched(again), created: again.created }).toEqual({ touched: [], created: [] });
  expect(files()).toEqual(theirs);
  const gone = paired.filter(({ fate }) => fate === "gone").map(({ operation }) => operation.id);
  const pruned = await run(after, { prune: true });
  const { orphaned } = pruned;
  const left = [
    ...byHand,
    ...pruned.byHand,
    ...orphaned.filter(({ reason }) => reason !== undefined),
  ];
  expect(orphaned.map(({ operation }) => operation).toSorted()).toEqual(gone.toSorted());
  expect(left.length === 0 ? typeFaults(files(), after) : []).toEqual([]);
  rmSync(root, { recursive: true, force: true });
}

/** What had to change: lists of imports, the members and types of what was renamed, lists in one line. */
function expectKept(
  path: string,
  mine: string,
  theirs: string,
  renamed: readonly string[],
  isMoved: boolean,
): void {
  const lower = (id: string): string => id.charAt(0).toLowerCase() + id.slice(1);
  const count = (text: string, line: string): number =>
    text.split(/\r?\n/).filter((one) => one === line).length;
  for (const { removed } of lineChanges(mine, theirs)) {
    for (const line of removed) {
      // Where members change places, a comparison may take another line for the one that moved.
      if (isMoved && count(theirs, line) >= count(mine, line)) continue;
      const isList = /^\ufeff?(\/\*.*\*\/ ?)?import\b/.test(line) || /[\w)],? ?\}/.test(line);
      const isRenamed = renamed.some(
        (id) =>
          line.includes(`${id}Handler`) ||
          line.includes(`${id}Answer`) ||
          (path === "index.ts" && line.includes(lower(id))),
      );
      // A tag of which the last operation has moved away goes with it.
      const isTag =
        isMoved && path === "index.ts" && /^(.*\*\/)?\s*(\w+: \{|\},?)( *\/[/*].*)?$/.test(line);
      const isLastLine = mine.endsWith(line) && theirs.includes(line);
      expect({ path, line, may: isList || isRenamed || isTag || isLastLine }).toEqual({
        path,
        line,
        may: true,
      });
    }
  }
  // What the user has added is all there, whatever became of its line.
  const own = (text: string): string[] => [...text.matchAll(/user\d+\w*/g)].map(([name]) => name);
  expect(own(theirs).toSorted()).toEqual(own(mine).toSorted());
  const { diagnostics } = ts.transpileModule(theirs, { reportDiagnostics: true });
  expect(diagnostics).toEqual([]);
}

describe("scaffolding over what a user wrote", () => {
  it("keeps every line that it need not touch, compiles, and is done after one run", async () => {
    await assert(asyncProperty(stories, tell), {
      numRuns: runs(30, 1000),
      seed: seed(3),
    });
  });
});

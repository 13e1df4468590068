import { expect, test } from "vitest";
import { checkCodeBlocks } from "../check-readme.ts";
import { codeBlocksOf } from "../code-blocks.ts";
import { formatFinding } from "../repository.ts";

const fence = "```";
const path = "README.md";

test("only TypeScript blocks are taken, each with its line and prelude", () => {
  const text = `# Title

${fence}sh
npm ci
${fence}

<!-- prelude: declare const id: string;
declare const count: number; -->
${fence}ts
use(id);
${fence}

Text <!-- a comment --> between.

${fence}typescript
one();
two();
${fence}
`;
  expect(codeBlocksOf({ path, text })).toEqual([
    {
      path,
      line: 10,
      prelude: "declare const id: string;\ndeclare const count: number;",
      code: "use(id);\n",
    },
    { path, line: 16, prelude: "", code: "one();\ntwo();\n" },
  ]);
});

test("each block is compiled on its own, strictly, and errors stand at their line", () => {
  const text = `<!-- prelude: declare const list: readonly string[];
declare function take(text: string): void; -->
${fence}ts
const [first] = list;
take(first);
${fence}

${fence}ts
const first = await Promise.resolve(1);
take(first);
${fence}

${fence}ts
const right: number = 1;
${fence}
`;
  expect(checkCodeBlocks(codeBlocksOf({ path, text }), "readme-test").map(formatFinding)).toEqual([
    "README.md:5  TS2345  Argument of type 'string | undefined' is not assignable to parameter of type 'string'.",
    "README.md:10  TS2304  Cannot find name 'take'.",
  ]);
});

test("no blocks, no findings", () => {
  expect(checkCodeBlocks([])).toEqual([]);
});

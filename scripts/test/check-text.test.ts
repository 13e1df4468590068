import { expect, test } from "vitest";
import { checkText } from "../check-text.ts";
import { formatFinding } from "../repository.ts";

const path = "README.md";
const check = (text: string) => checkText([{ path, text }]).map(formatFinding);

test.each([
  ["/home/me/x", "absolute-path  a path of one machine: /home/me"],
  ["/tmp/x.ts", "absolute-path  a path of one machine: /tmp/x.ts"],
  ["C:\\Users", "absolute-path  a path of one machine: C:\\Users"],
  ["TODO", "unfinished  unfinished work: TODO"],
  ["FIXME", "unfinished  unfinished work: FIXME"],
  ["test.only", "focused-test  only this test would run: test.only"],
])("%s is reported at its line", (text, finding) => {
  expect(check(`first line\n(${text})\n`)).toEqual([`README.md:2  ${finding}`]);
});

test.each([
  "https://example.test/home/page",
  "./tmp/file",
  "/assistants/{id}",
  "todo list",
  "$.only",
])("%s is not reported", (text) => {
  expect(check(text)).toEqual([]);
});

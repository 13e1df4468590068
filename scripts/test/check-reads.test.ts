import { expect, test } from "vitest";
import { checkReads } from "../check-reads.ts";

const path = "packages/runtime/src/client/made-up.ts";

const findings = (text: string): string[] =>
  checkReads([], [{ path, text }]).map(
    ({ line, rule, message }) => `${line} ${rule} ${message.split(" ")[0]}`,
  );

test("reads of whole bodies are found, whatever the message is called", () => {
  const text = `
export const one = async (answer: Response) => answer.json();
export const two = (answer: Request | undefined) => answer?.clone().text();
export const three = (answer: Response, kind: "blob" | "text") => answer[kind]();
export const four = async () => (await fetch("https://example.com")).arrayBuffer();
`;
  expect(findings(text)).toEqual([
    "2 unbounded-read answer.json",
    "3 unbounded-read answer?.clone().text",
    "4 unbounded-read answer[kind]",
    "5 unbounded-read (await",
  ]);
});

test("files, and what else has such a method, are not", () => {
  const text = `
export const one = async (file: File) => [await file.text(), await new Blob([]).arrayBuffer()];
export const two = (maker: { json(): string }) => maker.json();
export const three = (answer: Response) => answer.headers.get("text()");
`;
  expect(findings(text)).toEqual([]);
});

test("the files on the list are allowed to", () => {
  expect(checkReads(["packages/runtime/src/server/fetch-body.ts"])).toEqual([]);
});

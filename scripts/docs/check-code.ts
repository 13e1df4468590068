import { parseAllDocuments } from "yaml";
import { isCommand } from "../../packages/cli/src/help.ts";
import { parseOptions } from "../../packages/cli/src/options/parse-options.ts";
import { lineAt, type Finding, type SourceText } from "../repository.ts";

/** A fenced block: its language, its code, and the line where the code starts. */
interface Block {
  readonly language: string;
  readonly code: string;
  readonly line: number;
}

/**
 * Checks code blocks that are not TypeScript: YAML and JSON must parse, commands of the generator and their options must
 * exist, and each block must name its language.
 */
export function checkCode({ path, text }: SourceText): Finding[] {
  return blocksOf(text).flatMap(({ language, code, line }) => {
    const report = (message: string, offset = 0) => ({
      path,
      line: line + offset,
      rule: "code",
      message,
    });
    if (language === "") return [report("a code block without a language")];
    if (language === "yaml")
      return parseAllDocuments(code).flatMap((document) =>
        document.errors.map((error) => report(error.message)),
      );
    if (language === "json") return isJson(code) ? [] : [report("is not JSON")];
    if (language !== "sh") return [];
    return commandsOf(code).flatMap(({ words, offset }) => {
      const message = faultOf(words);
      return message === undefined ? [] : [report(message, offset)];
    });
  });
}

/** Checks that each `npm run` in a page that benchmarks, compares, builds or tests names a script of this repository. */
export function checkScripts({ path, text }: SourceText, scripts: readonly string[]): Finding[] {
  return [...text.matchAll(/npm run ((?:bench|compare|docs|lint|test)(?::[\w-]+)?)/g)]
    .filter(([, name = ""]) => !scripts.includes(name))
    .map(({ 0: command, index }) => ({
      path,
      line: lineAt(text, index),
      rule: "code",
      message: `${command}: package.json has no such script`,
    }));
}

function blocksOf(text: string): Block[] {
  const fences = text.matchAll(/^( *)(`{3,}) *(\w*)[^\n]*\n([\s\S]*?)^\1\2 *$/gm);
  return [...fences].map(({ 3: language = "", 4: code = "", index }) => ({
    language,
    code,
    line: lineAt(text, index) + 1,
  }));
}

function isJson(code: string): boolean {
  try {
    JSON.parse(code);
    return true;
  } catch {
    return false;
  }
}

/** The arguments of each call of `openapi-packages`, with the line of the call counted from 0. */
function commandsOf(code: string): { words: string[]; offset: number }[] {
  const joined = code.replaceAll("\\\n", "  ");
  return joined.split("\n").flatMap((line, offset) => {
    const words = wordsOf(line);
    const start = words.indexOf("openapi-packages");
    const isInstalled = words.slice(0, start).some((word) => /^(?:install|add|view)$/.test(word));
    return start < 0 || isInstalled ? [] : [{ words: words.slice(start + 1), offset }];
  });
}

/** Splits a shell command into words without quotes, up to a comment, a pipe or a redirection. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)) {
    if (/^(?:#|\||>|&)/.test(word)) {
      if (words.includes("openapi-packages")) break;
      if (word.startsWith("#")) break;
      words.length = 0;
      continue;
    }
    words.push(word.replaceAll(/["']/g, ""));
  }
  return words;
}

function faultOf([command = "", ...given]: readonly string[]): string | undefined {
  if (command.startsWith("--")) return undefined;
  if (!isCommand(command)) return `openapi-packages has no command ${command}`;
  try {
    parseOptions(command, given);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

import { lineAt, type Finding, type SourceText } from "../repository.ts";
import { proseOf, withImages, withoutFences } from "./markdown.ts";

/**
 * Checks the structure that screen readers rely on: a page starts with its only heading of the first level, no level is
 * skipped below it, and each image has a text. HTML elements are not allowed.
 */
export function checkStructure({ path, text: written }: SourceText): Finding[] {
  const findings: Finding[] = [];
  const report = (line: number, message: string) =>
    findings.push({ path, line, rule: "structure", message });
  const text = withImages(written);
  const prose = withoutFences(text);
  const headings = [...prose.matchAll(/^(#{1,6}) /gm)].map(({ 1: marks = "", index }) => ({
    level: marks.length,
    line: lineAt(text, index),
  }));
  if (headings[0]?.level !== 1) report(1, "does not begin with a heading of the first level");
  for (const [index, { level, line }] of headings.entries()) {
    const before = headings[index - 1]?.level ?? 0;
    if (level === 1 && index > 0) report(line, "has a second heading of the first level");
    if (level > before + 1 && index > 0) report(line, `goes from level ${before} to ${level}`);
  }
  for (const { 0: element, index } of proseOf(text).matchAll(/<[a-z][\w-]*(?:\s[^>]*)?>/g))
    report(lineAt(text, index), `has the element ${element}, which the site would show as text`);
  for (const { index } of prose.matchAll(/!\[\s*\]\(/g))
    report(lineAt(text, index), "has an image without a text");
  return findings;
}

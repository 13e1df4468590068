import { figures } from "../figures/figure-commands.ts";
import { figureSections, sumOf } from "../figures/sections.ts";
import { lineAt, type Finding, type SourceText } from "../repository.ts";

const number = String.raw`(?:\d+(?:\.\d+)?|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|a hundred)`;
const comparison = String.raw`(?:as|the|of|its|their|ours|theirs|what|that|less|more|fewer|better|worse|\w+er)`;
const share = String.raw`(?:half|a third|a quarter|a fifth|a tenth|two thirds|three quarters|\d+(?:\.\d+)? ?(?:%|percent)|\d/\d+)`;
const owner = String.raw`(?: (?:the|its|their|a|our|that|[\w -]{1,30}['’]s?))?`;
const amount = String.raw`(?:time|memory|size|weight|work|bytes|speed|runs?|installation)`;
const more = String.raw`(?:more|less|longer|shorter|faster|slower|larger|smaller|quicker|lighter|heavier)`;
const pattern = (...parts: string[]) => new RegExp(parts.join(""), "gi");

/** Patterns for ratios of two measurements, which change with each version of either side. */
const ratios: readonly RegExp[] = [
  // 2.5 times, three times as long, twice as fast; "retried three times" counts something.
  pattern(String.raw`\b\d+\.\d+[ -]times\b`),
  pattern(String.raw`\b${number}[ -]times ${comparison}\b`),
  pattern(
    String.raw`\b(?:twice|thrice|double|triple) (?:as \w+ as|the|that of|its|their|${more})\b`,
  ),
  // × 1.5, 1.5 ×, 1.5x, a factor of 2
  pattern(
    String.raw`[×✕]\s?\d|\d\s?[×✕]|\b\d+(?:\.\d+)?x\b|\b(?:factor|ratio) (?:(?:of|is|was) )?\d`,
  ),
  // 0.60 of the time, half the time, a tenth more, 9 % of a run, 1.62, slower
  pattern(String.raw`\b0\.\d+ (?:of|as)\b`),
  pattern(String.raw`\b${share}(?: of)?${owner} ${amount}\b`),
  pattern(String.raw`\b(?:${share}|\d+\.\d+),? ${more}\b`),
];

/** A ratio in a row of a table. Table heads may contain versions such as `3.14`, so they are left out. */
const cell = /(?<=\|[^|;,]{0,40})(?<![\d.])\d{1,3}\.\d{2}(?=(?:, [\w ]+)?\**\s*\|)/g;

/**
 * Checks that figures come from the commands that measure them: ratios appear only in sections that a command writes, and
 * nobody has edited such a section since.
 */
export function checkFigures({ path, text }: SourceText): Finding[] {
  const findings: Finding[] = [];
  const report = (offset: number, message: string) =>
    findings.push({ path, line: lineAt(text, offset), rule: "figures", message });
  const sections = figureSections(text);
  for (const { name, sum, text: content, start } of sections) {
    const command = Object.entries(figures).find(([known]) => known === name)?.[1].command;
    if (command === undefined) report(start, `no command writes the figures "${name}"`);
    else if (sum !== sumOf(content))
      report(start, `the figures "${name}" are not as \`${command}\` wrote them; run it again`);
  }
  for (const { index } of text.matchAll(/^<!-- figures\b/gm))
    if (!sections.some(({ start }) => start === index))
      report(index, "a section of figures without its end");
  for (const [name, { command, pages }] of Object.entries(figures))
    if (pages.some((page) => page === path) && !sections.some((one) => one.name === name))
      report(0, `has no section <!-- figures ${name} -->, which \`${command}\` writes`);
  const typed = sections.reduceRight(
    (rest, { start, end }) =>
      rest.slice(0, start) + rest.slice(start, end).replaceAll(/[^\n]/g, " ") + rest.slice(end),
    text,
  );
  // Replaces line breaks by spaces of the same length, to find ratios that continue on the next line.
  const flat = typed.replaceAll(/\n(?![\n|#>*-])/g, " ");
  const found = ratios.flatMap((ratio) => [...flat.matchAll(ratio)]);
  const rows = [...typed.matchAll(/^\|.*\|$(?!\n\| ?:?-)/gm)];
  const cells = rows.flatMap(({ 0: row, index }) =>
    [...row.matchAll(cell)].map(({ 0: ratio, index: within }) => ({
      0: ratio,
      index: index + within,
    })),
  );
  for (const { 0: ratio, index } of [...found, ...cells])
    report(
      index,
      `the ratio "${ratio.trim()}" was typed; have a command write it (scripts/figures)`,
    );
  return findings;
}

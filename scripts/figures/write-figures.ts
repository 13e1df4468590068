import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import manifest from "../../generator/package.json" with { type: "json" };
import { repositoryRoot } from "../repository.ts";
import { belowOne, division } from "./division.ts";
import { briefPage, figures, type FigureName, type FigureTexts } from "./figure-commands.ts";
import { figureSections, sumOf, withFigures } from "./sections.ts";

/** A project that ours is compared with. */
export interface ComparedPeer {
  readonly name: string;
  readonly version: string;
  /** What it generates or does in the comparison: `types, sdk, zod`. */
  readonly configuration: string;
}

/** The conditions of a measurement, which a reader needs to understand a figure. */
export interface Conditions {
  /** What was measured: `wall time and processor time`, and what they include. */
  readonly measured: string;
  /** The number of runs, and which value is shown: `median of 3 runs each, in turn`. */
  readonly runs: string;
  readonly peers: readonly ComparedPeer[];
  /** What was not measured or compared; `nothing` if everything was. */
  readonly leftOut: string;
  /** Explains the ratios. Default: {@link belowOne}; `undefined` if there are none. */
  readonly reading?: string | undefined;
}

/** Formats the conditions of a figure as the text below it. */
export function conditionsText(
  name: FigureName,
  { measured, runs, peers, leftOut, ...rest }: Conditions,
  date = new Date(),
): string {
  const reading = "reading" in rest ? rest.reading : belowOne;
  const day = date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
  const processors = `${availableParallelism()} processors`;
  const compared = peers.map((one) => `${one.name} ${one.version} (${one.configuration})`);
  return [
    ...(reading === undefined ? [] : [`${capital(division)}, ${reading}.`]),
    `Written by \`${figures[name].command}\` on ${day}: openapi-packages ${manifest.version}, ` +
      `Node ${process.versions.node}, ${processors}; ${measured}; ${runs}.`,
    ...(compared.length > 0 ? [`Compared with ${compared.join("; ")}.`] : []),
    `Left out: ${leftOut}.`,
  ].join(" ");
}

/** What the page that opens the site has instead of the conditions. */
function briefConditions(name: FigureName): string {
  return `Written by \`${figures[name].command}\`; [how it was measured](${briefPage.conditions}).`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Writes a figure and its conditions into its pages.
 *
 * @throws {Error} if a page does not have the section; then nothing is written
 */
export async function writeFigures<Name extends FigureName>(
  name: Name,
  texts: FigureTexts<Name>,
  conditions: Conditions,
): Promise<void> {
  const below = conditionsText(name, conditions);
  const pages = await Promise.all(
    Object.entries<string>(texts).map(async ([path, text]) => {
      const file = join(repositoryRoot, path);
      const rest = path === briefPage.path ? briefConditions(name) : below;
      const page = withFigures(readFileSync(file, "utf8"), name, `${text}\n\n${rest}`);
      const options = await resolveConfig(file);
      const laidOut = await format(page, { ...options, filepath: file });
      // The checksum is of the formatted text, because a formatter may change more than spaces.
      const section = figureSections(laidOut).find((one) => one.name === name);
      const sum = sumOf(section?.text ?? "");
      const marked = laidOut.replace(
        `<!-- figures ${name} ${section?.sum} -->`,
        `<!-- figures ${name} ${sum} -->`,
      );
      return { file, path, marked };
    }),
  );
  for (const { file, path, marked } of pages) {
    writeFileSync(file, marked);
    console.log(`\nwrote ${name} into ${path}`);
  }
}

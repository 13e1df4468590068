import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import manifest from "../../generator/package.json" with { type: "json" };
import { repositoryRoot } from "../repository.ts";
import { belowOne, division } from "./division.ts";
import { figures, type FigureName, type FigureTexts } from "./figure-commands.ts";
import { figureSections, sumOf, withFigures } from "./sections.ts";

/** Who is compared with ours. */
export interface ComparedPeer {
  readonly name: string;
  readonly version: string;
  /** What it makes or does here: `types, sdk, zod`. */
  readonly configuration: string;
}

/** What has to be known to read a figure. */
export interface Conditions {
  /** `wall time and processor time`, with what they include. */
  readonly measured: string;
  /** How often, and what is shown of it: `median of 3 runs each, in turn`. */
  readonly runs: string;
  readonly peers: readonly ComparedPeer[];
  /** What was not measured or not compared; `nothing`. */
  readonly leftOut: string;
  /** How a quotient is read; {@link belowOne} unless it is one of amounts, `undefined` where nothing is divided. */
  readonly reading?: string | undefined;
}

/** The conditions of a figure in words, which stand below it. */
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

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Writes what a command has measured into pages, with its conditions.
 *
 * @throws {Error} for a page without a section of that name; then nothing is written
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
      const page = withFigures(readFileSync(file, "utf8"), name, `${text}\n\n${below}`);
      const options = await resolveConfig(file);
      const laidOut = await format(page, { ...options, filepath: file });
      // The sum is that of the text as it is laid out: a formatter may change more than spaces.
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

/**
 * Draws the picture of the README for light and dark pages, wide and for telephones: a description, and code that uses the packages generated from
 * it. Both come from the golden case `overview`, whose code is compiled by a test.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { repositoryRoot } from "./repository.ts";

const golden = join(repositoryRoot, "generator/test/golden/overview");

/** Colours by their purpose. */
interface Palette {
  readonly page: string;
  readonly card: string;
  readonly edge: string;
  readonly text: string;
  readonly quiet: string;
  readonly accent: string;
}

/** The colours of GitHub's pages, so that the picture blends in with the text. */
const palettes: Readonly<Record<"light" | "dark", Palette>> = {
  light: {
    page: "#ffffff",
    card: "#f6f8fa",
    edge: "#d1d9e0",
    text: "#1f2328",
    quiet: "#59636e",
    accent: "#0969da",
  },
  dark: {
    page: "#0d1117",
    card: "#151b23",
    edge: "#3d444d",
    text: "#f0f6fc",
    quiet: "#9198a1",
    accent: "#4493f8",
  },
};

/** The most characters of a line: as many as a telephone of 360 pixels shows beside the margins of a page. */
const characters = 40;

/** The width of a character at 12 pixels, in the widest of the fonts. */
const characterWidth = 7.23;

const [lineHeight, padding, titleHeight] = [17, 8, 24];
const [margin, gap, arrows] = [3, 24, 22];
const cardWidth = Math.ceil(characters * characterWidth) + 2 * padding;

/** How a picture is laid out: packages beside the description, or below it. */
export type Layout = "wide" | "narrow";

/** A part of the picture: its title, what it is for, and code. */
interface Card {
  readonly title: string;
  readonly notes: readonly string[];
  readonly lines: readonly string[];
}

/** A card with the position of its upper left corner and its size, in pixels. */
interface PlacedCard extends Card {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** Makes a card for each package in `usage.ts`, which starts with a comment of its name and purpose. */
function packageCards(): Promise<readonly Card[]> {
  const usage = readFileSync(join(golden, "usage.ts"), "utf8");
  const blocks = usage.split(/^\/\/ /m).slice(1);
  return Promise.all(
    ["contract", "client", "server", "mocks"].map(async (title): Promise<Card> => {
      const block = blocks.find((one) => one.startsWith(`${title}: `));
      if (block === undefined) throw new Error(`usage.ts has no code of ${title}`);
      const [heading = "", ...lines] = block.split("\n");
      const written = lines.join("\n").replaceAll("export const", "const");
      const code = await format(written, { parser: "typescript", printWidth: characters });
      const notes = wrapped(heading.slice(title.length + 2));
      return { title, notes, lines: code.trimEnd().split("\n") };
    }),
  );
}

/** The description, with half of its indents. */
function descriptionCard(): Card {
  const text = readFileSync(join(golden, "description.yaml"), "utf8").trimEnd();
  const narrow = text.replaceAll(/^ +/gm, (indent) => indent.slice(indent.length / 2));
  return { title: "openapi.yaml", notes: ["the description"], lines: narrow.split("\n") };
}

/** What proves both ends. */
const proof: Card = {
  title: "verify",
  notes: wrapped(
    "calls every operation of a server and answers every call of a client, as described and otherwise",
  ),
  lines: [],
};

const heightOf = ({ lines, notes }: Card): number =>
  padding + titleHeight + (lines.length + notes.length) * lineHeight + padding + 2;

/** Breaks a text into lines, between words. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= characters)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Places cards below each other. */
function column(x: number, between: number, cards: readonly Card[]): readonly PlacedCard[] {
  let top = margin;
  return cards.map((card) => {
    const placed = { ...card, x, y: top, height: heightOf(card) };
    top += placed.height + between;
    return placed;
  });
}

/** The height of cards below each other, with the margins of the picture. */
const heightWith = (between: number, cards: readonly Card[]): number =>
  cards.reduce((sum, card) => sum + heightOf(card) + between, 2 * margin - between);

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const mono = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const sans = "-apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, 'DejaVu Sans', sans-serif";

function cardMarkup(card: PlacedCard, colours: Palette): string {
  const { x, y, height, title, notes, lines } = card;
  const left = x + padding;
  const widest = lines.find((line) => line.length > characters);
  if (widest !== undefined) throw new Error(`this line is too long for the picture: ${widest}`);
  const firstNote = y + padding + titleHeight + 8;
  const first = firstNote + 4 + notes.length * lineHeight;
  return [
    `<rect x="${x}" y="${y}" width="${cardWidth}" height="${height}" rx="6" fill="${colours.card}" stroke="${colours.edge}"/>`,
    `<text x="${left}" y="${y + padding + 12}" font-family="${sans}" font-size="14" font-weight="600" fill="${colours.accent}">${escaped(title)}</text>`,
    ...notes.map(
      (line, index) =>
        `<text x="${left}" y="${firstNote + index * lineHeight}" font-family="${sans}" font-size="13" fill="${colours.quiet}">${escaped(line)}</text>`,
    ),
    ...lines.map(
      (line, index) =>
        `<text x="${left}" y="${first + index * lineHeight}" font-family="${mono}" font-size="12" fill="${colours.text}" xml:space="preserve">${escaped(line)}</text>`,
    ),
  ].join("\n");
}

/** An arrow to a card beside; those from one card share their first part. */
function arrow(from: PlacedCard, to: PlacedCard, colours: Palette): string {
  const [startX, startY] = [from.x + cardWidth, from.y + from.height / 2];
  const path = `M${startX} ${startY} H${startX + arrows / 2} V${to.y + to.height / 2} H${to.x - 2}`;
  return `<path d="${path}" fill="none" stroke="${colours.accent}" stroke-width="1.5" marker-end="url(#head)"/>`;
}

/** An arrow from a card to the one below it. */
function arrowDown(from: PlacedCard, colours: Palette): string {
  const [x, y] = [from.x + cardWidth / 2, from.y + from.height];
  return `<path d="M${x} ${y} V${y + gap - 2}" fill="none" stroke="${colours.accent}" stroke-width="1.5" marker-end="url(#head)"/>`;
}

/** Draws the picture as SVG without external resources. */
export async function overview(scheme: "light" | "dark", layout: Layout): Promise<string> {
  const colours = palettes[scheme];
  const [description, packages] = [descriptionCard(), await packageCards()];
  if (layout === "narrow") {
    const cards = column(margin, gap, [description, ...packages, proof]);
    const downwards = cards.slice(0, -1).map((card) => arrowDown(card, colours));
    const size = { width: cardWidth + 2 * margin, height: heightWith(gap, cards) };
    return svg(size, cards, downwards, colours);
  }
  const height = Math.max(heightWith(gap, [description, proof]), heightWith(gap, packages));
  const [from, foot] = column(margin, gap, [description, proof]);
  if (from === undefined || foot === undefined) throw new Error("the left column has two cards");
  const spread = (height - heightWith(0, packages)) / (packages.length - 1);
  const right = column(margin + cardWidth + arrows, spread, packages);
  const left = [from, { ...foot, y: height - margin - foot.height }];
  const across = right.map((card) => arrow(from, card, colours));
  const size = { width: 2 * (margin + cardWidth) + arrows, height };
  return svg(size, [...left, ...right], across, colours);
}

function svg(
  { width: wide, height: high }: { readonly width: number; readonly height: number },
  cards: readonly PlacedCard[],
  lines: readonly string[],
  colours: Palette,
): string {
  const alternative =
    "A description is made into contract, client, server and mocks, with the code that uses each.";
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" role="img" aria-label="${alternative}">`,
    `<defs><marker id="head" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="${colours.accent}"/></marker></defs>`,
    `<rect width="${wide}" height="${high}" fill="${colours.page}"/>`,
    ...lines,
    ...cards.map((card) => cardMarkup(card, colours)),
    "</svg>",
  ].join("\n")}\n`;
}

/** Returns the path of the picture from the repository's root. */
export const overviewPath = (scheme: "light" | "dark", layout: Layout): string =>
  `docs/images/overview-${layout === "narrow" ? "narrow-" : ""}${scheme}.svg`;

if (import.meta.main)
  for (const scheme of ["light", "dark"] as const)
    for (const layout of ["wide", "narrow"] as const) {
      const path = join(repositoryRoot, overviewPath(scheme, layout));
      writeFileSync(path, await overview(scheme, layout));
    }

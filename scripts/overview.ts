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

const [width, margin] = [1000, 16];
const [lineHeight, padding, titleHeight] = [18, 14, 24];
const [leftWidth, arrows, gap] = [384, 60, 12];

/** The width of a character at 12 pixels, in the widest of the fonts. */
const characterWidth = 7.23;

/** The width for telephones, which show it at nearly its own size, and the characters of a line in it. */
const [narrowWidth, narrowMargin, narrowGap, narrowCharacters] = [360, 4, 24, 45];

/** How a picture is laid out: packages beside the description, or below it. */
export type Layout = "wide" | "narrow";

/** A part of the picture: its title, a note beside the title or lines of it below, and lines of code. */
interface Card {
  readonly title: string;
  readonly note: string;
  readonly notes?: readonly string[];
  readonly lines: readonly string[];
}

/** A card with the position of its upper left corner and its size, in pixels. */
interface PlacedCard extends Card {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Makes a card for each package in `usage.ts`, which starts with a comment of its name and purpose. */
function packageCards(): readonly Card[] {
  const usage = readFileSync(join(golden, "usage.ts"), "utf8");
  const cards = usage
    .split(/^\/\/ /m)
    .slice(1)
    .map((block): Card => {
      const [heading = "", ...lines] = block
        .trimEnd()
        .replaceAll("export const", "const")
        .split("\n");
      const [title = "", ...note] = heading.split(": ");
      return { title, note: note.join(": "), lines };
    });
  return ["contract", "client", "server", "mocks"].map((title) => {
    const card = cards.find((one) => one.title === title);
    if (card === undefined) throw new Error(`usage.ts has no code of ${title}`);
    return card;
  });
}

const heightOf = ({ lines, notes = [] }: Card): number =>
  padding + titleHeight + (lines.length + notes.length) * lineHeight + padding - 4;

/** Breaks the lines of a card for the narrow picture: code as Prettier does, a description by half of its indents. */
async function narrowed({ title, note, lines }: Card): Promise<Card> {
  const text = lines.join("\n");
  const code = title.endsWith(".yaml")
    ? text.replaceAll(/^ +/gm, (indent) => indent.slice(indent.length / 2))
    : await format(text, { parser: "typescript", printWidth: narrowCharacters });
  return {
    title,
    note: "",
    notes: wrapped(note),
    lines: code.trimEnd().split("\n").filter(Boolean),
  };
}

/** Breaks a text into lines, between words. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= narrowCharacters)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Places cards below each other. */
function below(cards: readonly Card[]): readonly PlacedCard[] {
  let top = narrowMargin;
  return cards.map((card) => {
    const size = { width: narrowWidth - 2 * narrowMargin, height: heightOf(card) };
    const placed = { ...card, ...size, x: narrowMargin, y: top };
    top += placed.height + narrowGap;
    return placed;
  });
}

/** Places cards in a column that is as high as the card on its left. */
function beside({ x, y, width: from, height }: PlacedCard, cards: readonly Card[]): PlacedCard[] {
  const own = cards.reduce((sum, card) => sum + heightOf(card), 0);
  const between = (height - own) / (cards.length - 1);
  const left = x + from + arrows;
  let top = y;
  return cards.map((card) => {
    const placed = {
      ...card,
      x: left,
      y: top,
      width: width - left - margin,
      height: heightOf(card),
    };
    top += placed.height + between;
    return placed;
  });
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const mono = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const sans = "-apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, 'DejaVu Sans', sans-serif";

function cardMarkup(card: PlacedCard, colours: Palette): string {
  const { x, y, title, note, notes = [], lines } = card;
  const left = x + padding;
  const widest = lines.find((line) => line.length * characterWidth > card.width - 2 * padding + 4);
  if (widest !== undefined) throw new Error(`this line is too long for the picture: ${widest}`);
  const firstNote = y + padding + titleHeight + 8;
  const first = firstNote + 2 + notes.length * lineHeight;
  return [
    `<rect x="${x}" y="${y}" width="${card.width}" height="${card.height}" rx="6" fill="${colours.card}" stroke="${colours.edge}"/>`,
    `<text x="${left}" y="${y + padding + 10}" font-family="${sans}" font-size="14" fill="${colours.quiet}"><tspan font-weight="600" fill="${colours.accent}">${escaped(title)}</tspan>  ${escaped(note)}</text>`,
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

function arrow(from: PlacedCard, to: PlacedCard, colours: Palette): string {
  const [startX, startY] = [from.x + from.width, from.y + from.height / 2];
  const [endX, endY] = [to.x, to.y + to.height / 2];
  const middle = (startX + endX) / 2;
  return `<path d="M${startX} ${startY} C${middle} ${startY} ${middle} ${endY} ${endX - 6} ${endY}" fill="none" stroke="${colours.accent}" stroke-width="1.5" marker-end="url(#head)"/>`;
}

/** An arrow from a card to the one below it. */
function arrowDown(from: PlacedCard, colours: Palette): string {
  const [x, y] = [from.x + from.width / 2, from.y + from.height];
  return `<path d="M${x} ${y} L${x} ${y + narrowGap - 6}" fill="none" stroke="${colours.accent}" stroke-width="1.5" marker-end="url(#head)"/>`;
}

/** Returns the cards of the picture: the description, those of packages, and what proves them. */
function allCards(): readonly [Card, readonly Card[], Card] {
  const lines = readFileSync(join(golden, "description.yaml"), "utf8").trimEnd().split("\n");
  const proof = {
    title: "verify",
    note: "calls every operation of a server and answers every call of a client, as described and otherwise",
    lines: [],
  };
  return [{ title: "openapi.yaml", note: "the description", lines }, packageCards(), proof];
}

/** Draws the picture as SVG without external resources. */
export async function overview(scheme: "light" | "dark", layout: Layout): Promise<string> {
  const colours = palettes[scheme];
  const [description, packages, proof] = allCards();
  if (layout === "narrow") {
    const cards = below(await Promise.all([description, ...packages, proof].map(narrowed)));
    const downwards = cards.slice(0, -1).map((card) => arrowDown(card, colours));
    const last = cards.at(-1);
    const height = (last?.y ?? 0) + (last?.height ?? 0) + narrowMargin;
    return svg({ width: narrowWidth, height }, cards, downwards, colours);
  }
  const place = { x: margin, y: margin, width: leftWidth, height: heightOf(description) };
  const left: PlacedCard = { ...description, ...place };
  const right = beside(left, packages);
  const foot = {
    ...proof,
    x: margin,
    y: left.y + left.height + gap,
    width: width - 2 * margin,
    height: 38,
  };
  const height = foot.y + foot.height + margin;
  const across = right.map((card) => arrow(left, card, colours));
  return svg({ width, height }, [left, ...right, foot], across, colours);
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

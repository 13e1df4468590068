import type { Tarball } from "./tarball.ts";

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`;

/**
 * Formats the contents and sizes of packages as a Markdown table with a line of totals. Sizes are in kB of 1000 bytes.
 */
export function contentsTable(tarballs: readonly Tarball[]): string {
  const sum = (of: (tarball: Tarball) => number): number =>
    tarballs.reduce((total, tarball) => total + of(tarball), 0);
  const rows = tarballs.map((tarball) => [
    `\`${tarball.name}\``,
    tarball.version,
    String(tarball.contents.length),
    kilobytes(tarball.packedSize),
    kilobytes(tarball.unpackedSize),
    summary(tarball.contents.map(({ path }) => path)),
  ]);
  const all = [
    "all",
    "",
    String(sum(({ contents }) => contents.length)),
    kilobytes(sum(({ packedSize }) => packedSize)),
    kilobytes(sum(({ unpackedSize }) => unpackedSize)),
    "",
  ];
  const heads = ["package", "version", "files", "packed", "unpacked", "contents"];
  return markdownTable(heads, [...rows, all]);
}

/** Counts the files of each folder by extension, and names the files at the root: `dist: 4 .d.ts, 4 .js; README.md`. */
function summary(paths: readonly string[]): string {
  const folders = new Map<string, Map<string, number>>();
  const alone: string[] = [];
  for (const path of paths) {
    const [folder, kind] = [/^[^/]+(?=\/)/.exec(path)?.[0], /(?:\.d)?\.[^./]+$/.exec(path)?.[0]];
    if (folder === undefined || kind === undefined) {
      alone.push(path);
      continue;
    }
    const kinds = folders.get(folder) ?? new Map<string, number>();
    folders.set(folder, kinds.set(kind, (kinds.get(kind) ?? 0) + 1));
  }
  const counted = [...folders].map(([folder, kinds]) => {
    const numbers = [...kinds].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return `${folder}: ${numbers.map(([kind, number]) => `${number} ${kind}`).join(", ")}`;
  });
  return [...counted.toSorted(), ...alone.toSorted()].join("; ");
}

function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, index) =>
    Math.max(head.length, ...rows.map((row) => (row[index] ?? "").length)),
  );
  const isNumber = (index: number): boolean => index >= 2 && index <= 4;
  const line = (cells: readonly string[]): string => {
    const padded = cells.map((cell, index) =>
      isNumber(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
    );
    return `| ${padded.join(" | ")} |`;
  };
  const rule = widths.map((width, index) =>
    isNumber(index) ? `${"-".repeat(width - 1)}:` : "-".repeat(width),
  );
  return [line(heads), line(rule), ...rows.map(line)].join("\n");
}

import { beginningOf, fileName } from "../../../records/file-type.ts";

/** The characters of file names beyond ASCII, as UTF-8 read as Latin-1 or ASCII shows them. */
const foreignStem = "\u00dcbersicht \u4e2d\u6587";

const text = (value: string): number[] => [...new TextEncoder().encode(value)];

const file = (type: string, stem: string, bytes: readonly number[]): File =>
  new File([new Uint8Array(bytes)], fileName(stem, type), { type });

/**
 * Returns files of plain characters, the second one with the beginning of its type, for services that look at
 * it. Where neither comes back as it was, no file is tried.
 */
export function plainFiles(type: string): File[] {
  const bytes = text("Plain characters of a file that verify has sent, 1234567890.");
  const begun = [...beginningOf(type), ...bytes];
  return [bytes, ...(begun.length > bytes.length ? [begun] : [])].map((own) =>
    file(type, "verify-plain", own),
  );
}

/** Returns a file with the beginning of its type. */
export const begunFile = (type: string): File =>
  file(type, "verify-type", [
    ...beginningOf(type),
    ...text("A file of this type.\r\nIt has two lines.\r\n"),
  ]);

/** Returns three files of one length whose bytes differ. */
export const distinctFiles = (type: string): File[] =>
  ["first", "other", "third"].map((word) =>
    file(type, `verify-${word}`, [...beginningOf(type), ...text(`This is the ${word} file.`)]),
  );

/** A file that services change, and what it is for a message. */
export interface HardFile {
  readonly what: string;
  readonly file: File;
}

/** Returns files with bytes of every value, with line ends and boundaries at their ends, and one of many chunks. */
export function hardFiles(type: string): HardFile[] {
  const every = Array.from({ length: 256 }, (_, byte) => byte);
  const ends = text("\r\n--boundary\r\n\u00e9 \u4e2d \u{1f600}\r\n");
  const many = Array.from({ length: 130_000 }, (_, index) => (index * 31 + (index >> 8)) % 256);
  const begin = beginningOf(type);
  return [
    {
      what: "bytes of every value",
      file: file(type, foreignStem, [
        ...begin,
        ...every,
        ...ends,
        ...every.toReversed(),
        0,
        13,
        10,
      ]),
    },
    { what: "130,000 bytes", file: file(type, 'say "hello"', [...begin, ...many]) },
  ];
}

/** True if a file name was read in the wrong encoding. */
export function isMisread(sent: string, shown: string): boolean {
  if (sent === shown || !sent.startsWith(foreignStem)) return false;
  const asLatin1 = Buffer.from(sent, "utf8").toString("latin1");
  return (
    shown === asLatin1 ||
    shown.includes("\ufffd") ||
    shown === sent.replaceAll(/[^ -~]/g, "?") ||
    shown === asLatin1.replaceAll(/[^ -~]/g, "?")
  );
}

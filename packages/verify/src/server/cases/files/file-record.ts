import { createHash } from "node:crypto";
import { isObject } from "@openapi-packages/description";
import { isMisread } from "./contents.ts";
import type { FileSender, Known, Sent } from "./file-sender.ts";

/** The algorithms whose digests of a file services show. */
const algorithms = ["md5", "sha1", "sha256", "sha512"];

/** The meaning of a member in the answer to an upload. */
interface Said {
  readonly value: string | number;
  /** True if what is shown of another file is wrong, and not only another way to say it. */
  readonly isWrong: (shown: unknown) => boolean;
  /** For a message: `551 bytes`. */
  readonly sent: string;
}

/**
 * Compares the members that have shown the name, size, media type or digest of the plain file with what the answer says
 * of another one. The answers are there already.
 */
export async function judgeRecord(
  { probe, transfer }: FileSender,
  known: Known,
  { upload }: Sent,
  file: File,
): Promise<void> {
  const [first, other] = [known.upload.value, upload.value];
  if (!isObject(first) || !isObject(other)) return;
  const before = await saidOf(known.plain, transfer.types);
  const after = await saidOf(file, transfer.types);
  for (const [name, value] of Object.entries(first)) {
    const said = after[before.findIndex((one) => one.value === value)];
    const shown = other[name];
    if (said === undefined || !said.isWrong(shown)) continue;
    const message = `shows ${JSON.stringify(shown)} as \`${name}\` of a file with ${said.sent}`;
    const { pointer } = transfer.upload.model;
    const problem = { check: "shows-what-was-sent", message, pointer } as const;
    probe.report(problem, transfer.upload, [upload]);
  }
}

async function saidOf(file: File, types: readonly string[]): Promise<readonly Said[]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const digests = algorithms.flatMap((algorithm) =>
    (["hex", "base64"] as const).map((encoding): Said => {
      const value = createHash(algorithm).update(bytes).digest(encoding);
      const isWrong = (shown: unknown): boolean => typeof shown === "string" && shown !== value;
      return { value, isWrong, sent: `the ${algorithm} ${value}` };
    }),
  );
  return [
    {
      value: file.name,
      isWrong: (shown) => typeof shown === "string" && isMisread(file.name, shown),
      sent: JSON.stringify(file.name),
    },
    {
      value: file.size,
      isWrong: (shown) => typeof shown === "number" && shown !== file.size,
      sent: `${file.size} bytes`,
    },
    {
      value: file.type,
      isWrong: (shown) => shown !== file.type && types.some((one) => one === shown),
      sent: `the media type ${file.type}`,
    },
    ...digests,
  ];
}

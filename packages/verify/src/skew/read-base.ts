import { dirname, resolve } from "node:path";
import { readDescription, type Description } from "@openapi-packages/compiler";
import { isFile, readRevision, UsageError, type LoadOptions } from "@openapi-packages/description";

/** An earlier revision of a description, with its name for messages. */
export interface BaseDescription {
  readonly name: string;
  readonly description: Description;
}

/**
 * Reads an earlier revision of a description: a file, a URL, or a revision of the description's repository,
 * `main`, `v1.2`, with `:` and a path if it had another one, `v1.2:api/openapi.yaml`. A file takes precedence
 * over a revision of that name. All referenced files are read from that revision.
 *
 * @param head the file of the later revision
 * @throws {UsageError} when there is no such file or revision
 * @throws {DiagnosticsError} when it is invalid
 */
export async function readBase(
  against: string,
  head: string,
  load: LoadOptions = {},
): Promise<BaseDescription> {
  const isUrl = /^https?:\/\//i.test(against);
  if (isUrl || isFile(against))
    return { name: against, description: await readDescription(against, load) };
  if (!isFile(head))
    throw new UsageError(
      `there is no file ${JSON.stringify(against)}, and a revision needs a description that is a file of a repository, not ${JSON.stringify(head)}`,
    );
  const file = resolve(head);
  const { name, read } = await readRevision(against, { folder: dirname(file), file }, (path) =>
    readDescription(path, load),
  );
  return { name, description: read };
}

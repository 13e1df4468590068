/** Returns a short reason why a file could not be read or written. */
export function errorReason(error: unknown): string {
  const code = errorCode(error);
  const known = code === undefined ? undefined : reasons[code];
  if (known !== undefined) return known;
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n", 1)[0] ?? "";
}

/** Returns the code of a Node error: `ENOENT`, `ERR_MODULE_NOT_FOUND`. */
export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : undefined;
}

const reasons: { readonly [code: string]: string } = {
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EISDIR: "it is a folder",
  ENOENT: "there is no such file or folder",
  ENOTDIR: "a part of its path is a file",
  ENOSPC: "the disk is full",
  EROFS: "the file system is read-only",
};

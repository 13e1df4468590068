import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";

const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** Does something after the test, the last first. */
export const atEnd = (end: () => Promise<void>): void => void endings.push(end);

/** A new folder, which is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mock-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A new file with a text, which is removed after the test. */
export async function temporaryFile(name: string, text: string): Promise<string> {
  const file = join(temporaryFolder(), name);
  await writeFile(file, text);
  return file;
}

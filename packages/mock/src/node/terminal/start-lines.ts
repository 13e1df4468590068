import type { Paint } from "./colors.ts";
import { printable } from "./printable.ts";

/** What a mock prints when it starts. */
export interface StartSummary {
  readonly title: string;
  /** Who may call the mock, for the first line. Default: the description requires no credentials. */
  readonly access?: string | undefined;
  /** The accepted credentials, in the notation of options. */
  readonly credentials?: readonly string[];
  readonly url: string;
  readonly operations: number;
  /** True if created records are stored. */
  readonly isRemembering: boolean;
  readonly consoleUrl?: string | undefined;
  readonly stateFile?: string | undefined;
  /** An example of a command. */
  readonly example?: string | undefined;
}

/** Returns the lines that a mock prints when it starts: its addresses, and an example of calling it. */
export function startLines(summary: StartSummary, paint: Paint): string {
  const {
    title,
    access,
    credentials = [],
    url,
    operations,
    isRemembering,
    consoleUrl,
    stateFile,
    example,
  } = summary;
  const count = `${operations} ${operations === 1 ? "operation" : "operations"}`;
  const rows: [string, string | undefined][] = [
    ["listening", paint("green", url)],
    ["mocking", isRemembering ? `${count}, stateful` : count],
    ...credentials.map((text): [string, string] => ["accepts", printable(text, 2000)]),
    ["console", consoleUrl],
    ["state", stateFile === undefined ? undefined : printable(stateFile)],
    ["try", example === undefined ? undefined : printable(example, 2000)],
  ];
  const lines = rows
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => `  ${paint("dim", name.padEnd(9))}  ${text}\n`);
  const first = access === undefined ? "" : `: ${access}`;
  return `${paint("bold", printable(title))}${first}\n${lines.join("")}`;
}

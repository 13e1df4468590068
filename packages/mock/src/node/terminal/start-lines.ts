import type { Paint } from "./colors.ts";
import { printable } from "./printable.ts";

/** The lines at the start of a mock. */
export interface StartSummary {
  readonly title: string;
  /** Who is let in, which the first line says. Left out: the description asks for no credentials. */
  readonly access?: string | undefined;
  /** The credentials that are accepted, as options give them. */
  readonly credentials?: readonly string[];
  readonly url: string;
  readonly operations: number;
  /** True if what is created is remembered. */
  readonly isRemembering: boolean;
  readonly consoleUrl?: string | undefined;
  readonly stateFile?: string | undefined;
  /** A command to try. */
  readonly example?: string | undefined;
}

/** The lines at the start of a mock: what listens where, and how to try it. */
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

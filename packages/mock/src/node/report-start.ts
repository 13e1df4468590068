import type { MockDescription } from "../description.ts";
import { demandsCredentials } from "../credentials/known-credentials.ts";
import { accessOf } from "./access.ts";
import { basePathOf } from "../mount.ts";
import type { Mock } from "../types.ts";
import type { MockService, ServeOptions } from "./serve-options.ts";
import { exampleCurl } from "./terminal/example-curl.ts";
import { startLines } from "./terminal/start-lines.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Prints the addresses of the mock, and an example of calling it. */
export function reportStart(
  terminal: Terminal,
  description: MockDescription,
  options: ServeOptions,
  { url, consoleUrl }: Pick<MockService, "url" | "consoleUrl">,
  credentials: Mock["credentials"],
): void {
  const { stateFile } = options;
  const base = url + basePathOf(options);
  const lines = startLines(
    {
      title: description.title,
      ...accessOf(description, options, credentials),
      url: base,
      operations: description.operations.length,
      // Only the presence is checked, because the state may be computed on first use.
      isRemembering: "state" in description && options.state !== false,
      consoleUrl,
      stateFile,
      example: exampleCurl(
        description,
        base,
        demandsCredentials(options) ? credentials : undefined,
      ),
    },
    terminal.paint,
  );
  terminal.say(`${lines}\n`);
}

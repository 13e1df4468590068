import { diagnosticPages } from "./explain/diagnostic-page.ts";
import type { Page } from "./explain/pages.ts";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { pageList, pageText } from "./explain-report.ts";
import { installedCommands } from "./load-commands.ts";
import { didYouMean } from "./options/check-value.ts";
import { parseOptions } from "./options/parse-options.ts";
import { jsonText } from "./json-text.ts";

/** Runs the command `explain` and returns its exit code. */
export async function runExplain(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions("explain", args);
  const [code, ...others] = positionals;
  if (others.length > 0)
    throw new UsageError(
      `one code at a time, not ${positionals.length}: ${positionals.join(", ")}`,
    );
  const isJson = values.plainFormat === "json";
  if (code === undefined) {
    const pages = await installedPages();
    process.stdout.write(isJson ? jsonText(pages) : pageList(pages));
    return 0;
  }
  const own = pagesOf(code, diagnosticPages());
  const found = own.length > 0 ? own : pagesOf(code, await installedPages());
  if (found.length === 0) throw unknownCode(code, await installedPages());
  process.stdout.write(isJson ? jsonText(found) : found.map(pageText).join("\n"));
  return 0;
}

/** The pages of all codes that the installed packages print. */
async function installedPages(): Promise<Page[]> {
  const installed = await installedCommands(process.cwd());
  return [...diagnosticPages(), ...installed.flatMap(({ pages }) => pages())];
}

const pagesOf = (code: string, pages: readonly Page[]): Page[] =>
  pages.filter((page) => page.code === code);

function unknownCode(code: string, pages: readonly Page[]): UsageError {
  const hint = didYouMean(
    code,
    pages.map((page) => page.code),
  );
  return new UsageError(
    `there is no code ${JSON.stringify(code)}; explain without a code lists all codes${hint}`,
  );
}

/**
 * Runs every curl command of the reference of descriptions against their mocks, which demand the credentials that the
 * commands take from the environment. A command fails unless it gets a documented success.
 *
 * Run with the condition `@openapi-packages/source` and the folders of the descriptions' packages; prints a list of
 * {@link CurlFailure} for each, a line of JSON.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { ApiDescriptor, OperationDescriptor } from "../../packages/runtime/src/index.ts";
import { pagesOf } from "./readme-blocks.ts";

/** A command that got no documented success. */
export interface CurlFailure {
  readonly page: string;
  readonly reason: string;
}

interface Mocked {
  readonly description: object;
}

type ServeMock = (
  description: object,
  options: object,
) => Promise<{ readonly url: string; close(): Promise<void> }>;

const execute = promisify(execFile);
const place = mkdtempSync(join(tmpdir(), "openapi-packages-curl-"));
writeFileSync(join(place, "example.txt"), "An example.");
writeFileSync(join(place, "example.bin"), "An example.");
const environment = { API_KEY: "secret", API_USERNAME: "user", API_PASSWORD: "password" };

for (const folder of process.argv.slice(2)) console.log(JSON.stringify(await failuresOf(folder)));
rmSync(place, { recursive: true, force: true });
process.exit(0);

async function failuresOf(folder: string): Promise<readonly CurlFailure[]> {
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(folder, path)).href);
  const { description } = (await load("mocks/src/index.ts")) as Mocked;
  const { operationTable } = (await load("contract/src/operation-table.ts")) as {
    readonly operationTable: Readonly<Record<string, OperationDescriptor>>;
  };
  const { api } = (await load("contract/src/api.ts")) as { readonly api: ApiDescriptor };
  const entry = createRequire(join(folder, "mocks/src/index.ts")).resolve(
    "@openapi-packages/mock/node",
  );
  const { serveMock } = (await import(pathToFileURL(entry).href)) as {
    readonly serveMock: ServeMock;
  };
  // A mock cannot check certificates.
  const schemes = Object.entries(api.securitySchemes).filter(
    ([, { type }]) => type !== "mutualTLS",
  );
  const credentials = Object.fromEntries(
    schemes.map(([name, scheme]) => [name, [secretOf(scheme)]]),
  );
  const options = {
    port: 0,
    isQuiet: true,
    isConsoleOn: false,
    state: false,
    demandCredentials: true,
    credentials,
  };
  const service = await serveMock(description, options);
  const failures: CurlFailure[] = [];
  for (const page of pagesOf(folder).filter((path) => path.includes("/reference/"))) {
    const text = readFileSync(join(folder, page), "utf8");
    const [, command] = /^## curl\n\n`{3,}sh\n([\s\S]*?)\n`{3,}$/m.exec(text) ?? [];
    const [, id = basename(page, ".md")] = /^# (.*)$/m.exec(text) ?? [];
    if (command === undefined || command.includes("$API_CERTIFICATE")) continue;
    const reason = await refusal(command, service.url, operationTable[id.replaceAll("\\\\", "\\")]);
    if (reason !== undefined) failures.push({ page, reason });
  }
  await service.close();
  return failures;
}

function secretOf(scheme: object): string {
  const { type, scheme: kind } = scheme as { readonly type?: unknown; readonly scheme?: unknown };
  return type === "http" && String(kind).toLowerCase() === "basic" ? "user:password" : "secret";
}

async function refusal(
  command: string,
  url: string,
  operation: OperationDescriptor | undefined,
): Promise<string | undefined> {
  const local = command.replace(
    /^(curl '?)https?:\/\/[^/'"\s?]+/,
    (_, start: string) => start + url,
  );
  const asked = `${local} --silent --show-error --max-time 20 --globoff --write-out '\n%{http_code}'`;
  try {
    const { stdout } = await execute("sh", ["-c", asked], {
      cwd: place,
      env: { ...process.env, ...environment },
    });
    const status = stdout.slice(-3);
    const statuses = Object.keys(operation?.responses ?? {});
    const success = statuses.filter((one) => /^2|^3|^default$/.test(one));
    // Where only errors are documented, the mock answers with an empty success.
    const isDocumented =
      success.length === 0 ||
      [status, `${status[0]}XX`, "default"].some((one) => success.includes(one));
    if (isDocumented && /^[23]/.test(status)) return undefined;
    return `${stdout}\n${asked}`;
  } catch (error) {
    return String(error);
  }
}

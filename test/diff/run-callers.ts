/**
 * Runs the callers of one project against the server and the mock of another: `run-callers.ts <of the callers> <of the server>
 * <answers>`, both folders of {@link import("./measure-edit.ts")}. Prints what failed as JSON.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { toFetch } from "@openapi-packages/runtime/server";

// oxlint-disable-next-line typescript/no-explicit-any
type Module = any;
type Fetch = (request: Request) => Promise<Response>;

const [from = "", to = "", answers = "{}"] = process.argv.slice(2);
const load = (folder: string, path: string): Promise<Module> =>
  import(pathToFileURL(join(folder, path)).href);

const { callers, auth } = await load(from, "app/callers.ts");
const { createClient } = await load(from, "packages/client/src/index.ts");

/** What the callers return, and those that fail, with the reason. */
async function outcomes(fetch: Fetch): Promise<Outcomes> {
  const failed: Record<string, string> = {};
  const returned: Record<string, unknown> = {};
  for (const [name, call] of Object.entries<Module>(callers))
    try {
      returned[name] = await call(createClient({ baseUrl, auth, fetch }));
    } catch (error) {
      failed[name] = firstLine(error);
    }
  return { failed, returned };
}

interface Outcomes {
  readonly failed: Readonly<Record<string, string>>;
  readonly returned: Readonly<Record<string, unknown>>;
}

const firstLine = (error: unknown): string => String(error).split("\n", 1)[0] ?? "";
const baseUrl = "http://127.0.0.1:4010";

const { createMock } = await load(to, "packages/mocks/src/index.ts");
const mock = demandingMock();
for (const [id, answer] of Object.entries(JSON.parse(answers))) mock.on(id, answer);
const atMock = await outcomes(mock.fetch);

const atErrors: string[] = [];
const atHandlers = await atServer().catch((error: unknown): Outcomes => {
  const reason = firstLine(error);
  return { failed: { start: reason }, returned: {} };
});
process.stdout.write(JSON.stringify({ atMock, atHandlers, atErrors: [...new Set(atErrors)] }));

/** A mock that lets the callers in where their credentials do. */
function demandingMock(): Module {
  const accepted = Object.entries<string>(auth).map(([scheme, secret]) => [scheme, [secret]]);
  try {
    return createMock({ demandCredentials: true, credentials: Object.fromEntries(accepted) });
  } catch {
    // No operation names their scheme any more.
    return createMock({ demandCredentials: true });
  }
}

async function atServer(): Promise<Outcomes> {
  const { createServer } = await load(to, "packages/server/src/index.ts");
  const { handlers, security } = await load(to, "app/handlers/index.ts");
  const server = createServer(handlers, {
    security,
    validateResponses: "strict",
    onError: (error: unknown) => atErrors.push(firstLine(error)),
  });
  return outcomes(toFetch(server));
}

/**
 * Runs every code block of the READMEs of generated packages, with the description's own mock as the service.
 * A block fails if it throws, if the mock refuses a request of it, or if a server that it starts does not answer.
 *
 * Run with the condition `@openapi-packages/source`, a folder that `writeReadmeBlocks` filled and the packages
 * that the blocks import; writes the failures into that folder.
 */
import { Server, type AddressInfo } from "node:net";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  failuresFile,
  readmeFolder,
  type BlockFailure,
  type ReadmeBlock,
} from "./readme-blocks.ts";
import type { Subject } from "./mock-case.ts";

type MockOf = Subject["mocks"]["createMock"];

const networkFetch = globalThis.fetch;
const listen = Server.prototype.listen;
const listening = new Set<Server>();

// Blocks name the port that a reader would use; tests take any that is free.
Server.prototype.listen = function listenAnywhere(this: Server, ...parameters: unknown[]) {
  listening.add(this);
  const [first, ...others] = parameters;
  const anywhere =
    typeof first === "object"
      ? { ...first, port: 0, host: "127.0.0.1" }
      : { port: 0, host: "127.0.0.1" };
  return Reflect.apply(listen, this, [
    anywhere,
    ...others.filter((one) => typeof one === "function"),
  ]) as Server;
};

for (const folder of process.argv.slice(2)) {
  const failures = await failuresOf(folder);
  writeFileSync(join(folder, readmeFolder, failuresFile), JSON.stringify(failures));
}
process.exit(0);

async function failuresOf(folder: string): Promise<readonly BlockFailure[]> {
  const blocks = JSON.parse(
    readFileSync(join(folder, readmeFolder, "blocks.json"), "utf8"),
  ) as ReadmeBlock[];
  const { createMock } = (await import(
    pathToFileURL(join(folder, "mocks/src/index.ts")).href
  )) as Subject["mocks"];
  const failures: BlockFailure[] = [];
  // A page of the reference may call what the state of a mock forbids, such as ending what has ended.
  const stateless: MockOf = (options) => createMock({ ...options, state: false });
  for (const { file, readme, line } of blocks.filter(({ isRun }) => isRun)) {
    const make = readme.includes("/reference/") ? stateless : createMock;
    const reason = await failureOf(join(folder, readmeFolder, file), make);
    if (reason !== undefined) failures.push({ place: `${readme}:${line}`, reason });
  }
  return failures;
}

async function failureOf(path: string, createMock: MockOf): Promise<string | undefined> {
  const printed: string[] = [];
  const mock = createMock({
    onError: ({ error }: { error: unknown }) => printed.push(String(error)),
  });
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = await mock.fetch(request.clone());
    if (response.status >= 400)
      printed.push(
        `${request.method} ${request.url} ${response.status} ${await response.clone().text()}`,
      );
    return response;
  };
  try {
    await import(pathToFileURL(path).href);
    for (const server of listening) await answers(server);
  } catch (error) {
    printed.push(
      error instanceof Error ? `${error.message} ${String(error.cause ?? "")}` : String(error),
    );
  } finally {
    for (const server of listening) server.close();
    listening.clear();
    globalThis.fetch = networkFetch;
  }
  return printed.length === 0 ? undefined : printed.join("\n");
}

/** Throws unless a server that is still open answers a request. */
async function answers(server: Server): Promise<void> {
  if (!server.listening) return;
  const { port } = server.address() as AddressInfo;
  await networkFetch(`http://127.0.0.1:${port}/`, { headers: { connection: "close" } });
}

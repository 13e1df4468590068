import { spawn, type ChildProcess } from "node:child_process";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { text } from "node:stream/consumers";
import type { Library } from "../library/library.ts";
import { tell, tellBeginning } from "./story.ts";
import { validatedApp } from "./validated-app.ts";

/** A peer that looks for faults. */
export interface Peer {
  readonly name: string;
  /** What it says of a library, one line for each finding; whatever it says of a faultless one does not count. */
  find(listener: RequestListener, library: Library): Promise<readonly string[]>;
}

/**
 * The peers.
 *
 * @param folder where they are installed
 * @param description the file of the library's description
 */
export function peersIn(folder: string, description: string): readonly Peer[] {
  return [
    { name: "Dredd", find: (library) => dredd(folder, description, library) },
    { name: "Prism's proxy", find: (library) => prism(folder, description, library) },
    {
      name: "express-openapi-validator",
      find: (library) => expressValidator(folder, description, library),
    },
  ];
}

const bin = (folder: string, name: string): string => join(folder, "node_modules", ".bin", name);

/** Dredd sends requests of its own: one for each documented answer that it knows how to ask for. */
function dredd(
  folder: string,
  description: string,
  library: RequestListener,
): Promise<readonly string[]> {
  return listening(library, async (url) => {
    await tellBeginning(url);
    const child = spawn(
      bin(folder, "dredd"),
      [
        description,
        url,
        "--header",
        "Authorization: Bearer token-of-ada",
        "--loglevel",
        "error",
        "--no-color",
      ],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    const [out] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return out
      .split("\n")
      .filter((line) => line.startsWith("fail: "))
      .map((line) => line.replaceAll(/\d+ms/g, ""));
  });
}

/** Prism passes the story on, and adds what it found to the headers of answers. */
function prism(
  folder: string,
  description: string,
  library: RequestListener,
): Promise<readonly string[]> {
  return listening(library, (upstream) =>
    withPrism({ folder, description, upstream }, async (url) =>
      (await tell(url)).flatMap((answer, index) =>
        saidByPrism(answer).map((message) => `${index} ${message}`),
      ),
    ),
  );
}

/** Where an observer stands: installed in a folder, with a description, before a service. */
export interface Place {
  readonly folder: string;
  readonly description: string;
  readonly upstream: string;
}

/** Runs Prism's proxy while something uses it. */
export async function withPrism<Result>(
  { folder, description, upstream }: Place,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const port = String(await freePort());
  const child = spawn(bin(folder, "prism"), ["proxy", description, upstream, "--port", port], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    await said(child, "Prism is listening");
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    child.kill();
  }
}

/** What Prism says of an answer. */
export function saidByPrism({ headers }: Response): readonly string[] {
  const found = JSON.parse(headers.get("sl-violations") ?? "[]") as {
    readonly location: readonly string[];
    readonly message: string;
  }[];
  return found.filter(({ location }) => location[0] === "response").map(({ message }) => message);
}

/** The middleware checks the answers of an Express app that hands them on. */
function expressValidator(
  folder: string,
  description: string,
  library: RequestListener,
): Promise<readonly string[]> {
  return listening(library, (upstream) =>
    withExpressValidator({ folder, description, upstream }, async (url) =>
      (await tell(url)).flatMap((answer, index) =>
        saidByExpressValidator(answer).map((message) => `${index} ${message}`),
      ),
    ),
  );
}

/** Runs an app with express-openapi-validator while something uses it. */
export async function withExpressValidator<Result>(
  { folder, description, upstream }: Place,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const load = (path: string): Promise<{ default: never }> =>
    import(pathToFileURL(join(folder, "node_modules", path)).href);
  const { default: express } = await load("express/index.js");
  const { default: validator } = await load("express-openapi-validator/dist/index.js");
  return listening(validatedApp(express, validator, description, upstream), use);
}

/** What express-openapi-validator says of an answer. */
export function saidByExpressValidator({ headers }: Response): readonly string[] {
  const message = headers.get("x-violation");
  return message === null ? [] : [message];
}

/** Serves a listener on a free port while something uses it. */
export async function listening<Result>(
  listener: RequestListener,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const freePort = (): Promise<number> =>
  listening(
    () => {},
    (url) => Promise.resolve(Number(new URL(url).port)),
  );

/** Waits until a process has said something; what it says after that is dropped. */
function said(child: ChildProcess, wanted: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let out = "";
  child.stdout?.on("data", (chunk) => {
    out += String(chunk);
    if (out.includes(wanted)) resolve();
  });
  child.once("exit", () => reject(new Error(`it ended without saying ${wanted}: ${out}`)));
  return promise;
}

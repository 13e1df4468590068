import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
  verifyServer,
  type VerifyReport,
  type VerifyServerOptions,
} from "@openapi-packages/verify";

/** A fault that a service has when it is asked for. Written by people who had not read the checks that look for it. */
export interface PlantedFault {
  readonly id: string;
  /** What goes wrong, in one sentence. */
  readonly what: string;
  /** The operations that do not do what was promised. */
  readonly operations: readonly string[];
  /** What promises it: a place in the description, or a section of an RFC. */
  readonly rule: string;
}

/** A service with its description and its planted faults: a folder beside this file. */
export interface Bed {
  readonly name: string;
  readonly folder: string;
  readonly description: string;
  readonly command: readonly string[];
  readonly credentials: Readonly<Record<string, string>>;
  readonly otherCredentials: Readonly<Record<string, string>>;
  readonly faults: readonly PlantedFault[];
}

/** The identifiers of the faults that were found when the table of the README was written, by bed. */
export const foundOf: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, "found.json"), "utf8"),
) as Record<string, string[]>;

/** Reads all beds, in the order of their names. */
export function readBeds(): Bed[] {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true });
  return folders
    .filter((one) => one.isDirectory())
    .map(({ name }) => readBed(name))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

function readBed(name: string): Bed {
  const folder = join(import.meta.dirname, name);
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));
  const settings = read("bed.json") as Omit<Bed, "name" | "folder" | "description" | "faults">;
  const faults = read("faults.json") as PlantedFault[];
  return { name, folder, description: join(folder, "openapi.yaml"), ...settings, faults };
}

/** A service that runs in a process of its own. */
export interface RunningBed {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the service of a bed on a free port.
 *
 * @param fault the identifier of the fault that it has. Default: none.
 * @throws Error if the process ends before it listens.
 */
export async function startBed(bed: Bed, fault?: string): Promise<RunningBed> {
  const [program = "", ...parameters] = bed.command;
  const child = spawn(program === "node" ? process.execPath : program, parameters, {
    cwd: bed.folder,
    env: { ...process.env, PORT: "0", ...(fault !== undefined && { FAULT: fault }) },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await urlOf(child, `${bed.name} with ${fault ?? "no fault"}`);
  return {
    url,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function urlOf(child: ChildProcess, name: string): Promise<string> {
  if (child.stdout === null) throw new Error(`${name} has no output to read`);
  for await (const line of createInterface(child.stdout)) {
    const url = /^listening (?<url>http:\S+)$/.exec(line)?.groups?.url;
    if (url === undefined) continue;
    child.stdout.resume();
    return url;
  }
  throw new Error(`${name} ended before it listened`);
}

/**
 * Verifies the service of a bed as its README would: by its URL, with both principals.
 *
 * @param fault the identifier of the fault that it has. Default: none.
 */
export async function verifyBed(
  bed: Bed,
  fault?: string,
  options: Partial<VerifyServerOptions> = {},
): Promise<VerifyReport> {
  const running = await startBed(bed, fault);
  try {
    return await verifyServer({
      description: bed.description,
      server: running.url,
      credentials: bed.credentials,
      otherCredentials: bed.otherCredentials,
      disposable: true,
      ...options,
    });
  } finally {
    await running.stop();
  }
}

type Failures = VerifyReport["failures"];

/** One line for a failure, by which two runs are compared. */
export const lineOf = ({ check, operationId, message }: Failures[number]): string =>
  `${check} ${operationId ?? ""}: ${message.replaceAll(/\s+/g, " ").slice(0, 220)}`;

/** What is said of a service with a fault. */
export type Verdict = "found" | "elsewhere" | "missed";

/** A fault is found if a failure is one of its operations, and said elsewhere if all failures are ones of others. */
export function verdictOf(
  { operations }: PlantedFault,
  said: readonly Pick<Failures[number], "operationId" | "operationIds">[],
): Verdict {
  if (said.length === 0) return "missed";
  const isThere = said.some(({ operationId = "", operationIds = [operationId] }) =>
    operationIds.some((id) => operations.includes(id)),
  );
  return isThere ? "found" : "elsewhere";
}

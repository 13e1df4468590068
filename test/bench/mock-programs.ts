import { existsSync } from "node:fs";
import { join } from "node:path";
import { complaint, measure, type Measurement } from "./measure.ts";
import type { MockExchange } from "./mock-exchanges.ts";
import { peersFolder } from "./tools.ts";

/** What a mock server is started for. */
export interface MockCase {
  /** The file of the description. */
  readonly description: string;
  readonly port: number;
  /** The folder of this repository's generator as it is published. */
  readonly built: string;
  /** Where what is made beforehand is kept. */
  readonly folder: string;
}

/** A mock server that is measured. */
export interface MockProgram {
  readonly name: string;
  /** The npm package that its version is read from; none for this repository's. */
  readonly package?: string;
  readonly does: string;
  /** The Node program and its arguments. */
  readonly command: (given: MockCase) => readonly [file: string, ...args: string[]];
  /**
   * Makes what the server needs beforehand, and gives what that took.
   *
   * @throws {Error} when it cannot, with the program's own words
   */
  readonly prepare?: (given: MockCase) => Promise<Measurement>;
  /** The path to ask for, where it takes more than the exchange's to be answered as it says. */
  readonly pathOf?: (exchange: MockExchange) => string;
}

const peerFile = (...parts: string[]): string => join(peersFolder, ...parts);

const ourCommand =
  (...flags: string[]): MockProgram["command"] =>
  ({ description, port, built }) => [
    join(built, "dist/cli.js"),
    "mock",
    description,
    "--port",
    String(port),
    "--quiet",
    ...flags,
  ];

/** This repository's mock server. */
export const ourMock: MockProgram = {
  name: "ours",
  does: "validates requests; remembers; examples, else valid values from the schema",
  command: ourCommand(),
};

const prism: MockProgram = {
  name: "Prism",
  package: "@stoplight/prism-cli",
  does: "validates requests, checks credentials; examples, else values from the schema",
  command: ({ description, port }) => [
    peerFile("node_modules/@stoplight/prism-cli/dist/index.js"),
    "mock",
    description,
    "--port",
    String(port),
    "--verboseLevel",
    "error",
  ],
};

/** The mock servers, each started from the same description. */
export const mockPrograms: readonly MockProgram[] = [
  ourMock,
  {
    name: "ours --no-state",
    does: "the same without remembering",
    command: ourCommand("--no-state"),
  },
  prism,
  {
    name: "@mswjs/source",
    package: "@mswjs/source",
    does: "validates nothing; examples, else random values; MSW handlers behind @hono/node-server",
    command: ({ description, port }) => [
      peerFile("mocks/msw-source.ts"),
      description,
      String(port),
    ],
    // It answers 200 and 501 of itself; other statuses are asked for by this parameter.
    pathOf: ({ path, status }) => (status === 200 ? path : `${path}?response=${status}`),
  },
  {
    name: "msw-auto-mock",
    package: "msw-auto-mock",
    does: "validates nothing; random values; MSW handlers, generated beforehand, behind @hono/node-server",
    command: ({ folder, port }) => [
      peerFile("mocks/msw-auto-mock.ts"),
      join(folder, "handlers.js"),
      String(port),
    ],
    prepare: async ({ description, folder, port }) => {
      const program = peerFile("node_modules/.bin/msw-auto-mock");
      const origin = `http://127.0.0.1:${port}`;
      // Of all statuses it would answer one after the other.
      const flags = ["--output", folder, "--base-url", origin, "--codes", "200,201"];
      const command = [program, description, ...flags];
      const outcome = await measure(command, peersFolder);
      if ("failure" in outcome) throw new Error(outcome.failure);
      if (!existsSync(join(folder, "handlers.js"))) throw new Error(complaint(outcome.output));
      return outcome.measurement;
    },
  },
];

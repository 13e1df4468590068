import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startBed, type Bed } from "../beds/bed.ts";
import examples from "./bed-examples.json" with { type: "json" };
import { withExamples } from "./description-for-peers.ts";
import { runDredd } from "./dredd.ts";
import { operationReader } from "./operation-of.ts";
import {
  listening,
  saidByExpressValidator,
  saidByPrism,
  withExpressValidator,
  withPrism,
} from "./peers.ts";
import { recorder, Replay, type RecordedAnswer } from "./recorded-answers.ts";

/** Something that is said of an operation. */
export interface Finding {
  readonly operationId: string | undefined;
  /** Equal for what is said of the faultless service too. */
  readonly line: string;
}

/** What each peer says of a service. */
export interface PeersSaid {
  readonly findings: Readonly<Record<string, readonly Finding[]>>;
  readonly requests: number;
  readonly seconds: Readonly<Record<string, number>>;
}

/** Runs the peers, which are installed in a folder, while something asks what they say of a bed with a fault, or none. */
export async function withBedPeers(
  bed: Bed,
  folder: string,
  use: (say: (fault?: string) => Promise<PeersSaid>) => Promise<void>,
): Promise<void> {
  const { headers, ...own } = examples[bed.name as keyof typeof examples];
  const forDredd = join(folder, `${bed.name}.yaml`);
  writeFileSync(forDredd, withExamples(bed.description, own));
  const operationOf = operationReader(bed.description);
  const replay = new Replay();
  await listening(replay.listener, (upstream) => {
    const place = { folder, description: bed.description, upstream };
    return withPrism(place, (prism) =>
      withExpressValidator(place, (app) =>
        use(async (fault) => {
          const start = performance.now();
          const exchanges: RecordedAnswer[] = [];
          const dredd = await dreddOf(
            bed,
            fault,
            (url) => runDredd(folder, forDredd, url, headers),
            exchanges,
          );
          const middle = performance.now();
          const byPrism = await observe(prism, saidByPrism, exchanges);
          const end = performance.now();
          const byValidator = await observe(app, saidByExpressValidator, exchanges);
          return {
            findings: {
              Dredd: dredd.failures.map(({ title, message }) => {
                const [, method = "", status = "", target = ""] =
                  /^(\w+) \((\d+)\) (.*)$/.exec(title) ?? [];
                const operationId = operationOf(method, target);
                return { operationId, line: `${operationId} ${status} ${message.split("\n")[0]}` };
              }),
              "Prism's proxy": byPrism,
              "express-openapi-validator": byValidator,
            },
            requests: dredd.requests,
            seconds: {
              Dredd: (middle - start) / 1000,
              "Prism's proxy": (end - middle) / 1000,
              "express-openapi-validator": (performance.now() - end) / 1000,
            },
          };
        }),
      ),
    );
  });

  /** What an observer says of answers that Dredd got. */
  async function observe(
    observer: string,
    saidBy: (response: Response) => readonly string[],
    exchanges: readonly RecordedAnswer[],
  ): Promise<Finding[]> {
    const findings: Finding[] = [];
    for (const exchange of exchanges) {
      const response = await replay.send(exchange, observer);
      if (response === undefined) continue;
      await response.arrayBuffer().catch(() => undefined);
      const operationId = operationOf(exchange.method, exchange.target);
      const about = `${operationId} ${exchange.answer.status}`;
      for (const message of saidBy(response))
        findings.push({ operationId, line: `${about} ${message}` });
    }
    return findings;
  }
}

/** Starts a bed, with what looks for its faults before it. */
async function dreddOf<Result>(
  bed: Bed,
  fault: string | undefined,
  run: (url: string) => Promise<Result>,
  exchanges: RecordedAnswer[],
): Promise<Result> {
  const running = await startBed(bed, fault);
  try {
    return await listening(recorder(running.url, exchanges), run);
  } finally {
    await running.stop();
  }
}

import type { ClientCase, ClientCaseContext, ClientCaseMaker } from "./client-case.ts";
import { absentCases } from "./cases/absent.ts";
import { abortCases } from "./cases/aborts.ts";
import { againCases } from "./cases/again.ts";
import { alternativeCases } from "./cases/alternatives.ts";
import { answerCases } from "./cases/answers.ts";
import { atOnceCases } from "./cases/at-once.ts";
import { basePathCases } from "./cases/base-path.ts";
import { byteCases } from "./cases/bytes.ts";
import { edgeCases } from "./cases/edges.ts";
import { faultCases } from "./cases/faults.ts";
import { generatedCases } from "./cases/generated.ts";
import { inputCases } from "./cases/inputs.ts";
import { mixedCases } from "./cases/mixed.ts";
import { redirectCases } from "./cases/redirects.ts";
import { retryCases } from "./cases/retries.ts";
import { streamCases } from "./cases/streams.ts";

const makers: readonly ClientCaseMaker[] = [
  answerCases,
  inputCases,
  generatedCases,
  edgeCases,
  byteCases,
  basePathCases,
  faultCases,
  streamCases,
  retryCases,
  redirectCases,
  alternativeCases,
  mixedCases,
  againCases,
  atOnceCases,
  abortCases,
];

/** Returns all cases of a client, in the order in which they run. */
export function clientCases(
  context: ClientCaseContext,
  leaveAlone: readonly string[],
): ClientCase[] {
  return [
    ...absentCases(context.api, context.operations, leaveAlone),
    ...makers.flatMap((make) => [...make(context)]),
  ];
}

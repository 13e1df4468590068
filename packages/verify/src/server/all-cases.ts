import type { CaseMaker } from "../run/case.ts";
import { credentialCases } from "./cases/credentials/index.ts";
import { exampleCases } from "./cases/examples.ts";
import { flowCases } from "./cases/flows/index.ts";
import { principalCases } from "./cases/principals/index.ts";
import { workflowCases } from "./cases/workflows/index.ts";
import { pageCases } from "./cases/pages/index.ts";

/** The kinds of cases that a server is verified by, in the order in which they run. */
export const serverCaseMakers: readonly CaseMaker[] = [
  exampleCases,
  flowCases,
  pageCases,
  credentialCases,
  principalCases,
  workflowCases,
];

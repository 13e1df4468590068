import { modelCases } from "../model/model-cases.ts";
import type { CaseMaker } from "../run/case.ts";
import { credentialCases } from "./cases/credentials/index.ts";
import { exampleCases } from "./cases/examples.ts";
import { flowCases } from "./cases/flows/index.ts";
import { generatedCases } from "./cases/generated/generated-cases.ts";
import { invalidCases } from "./cases/invalid/invalid-cases.ts";
import { pageCases } from "./cases/pages/index.ts";

/** The kinds of cases that a server is verified by, in the order in which they run. */
export const serverCaseMakers: readonly CaseMaker[] = [
  exampleCases,
  generatedCases,
  invalidCases,
  flowCases,
  pageCases,
  credentialCases,
  modelCases,
];

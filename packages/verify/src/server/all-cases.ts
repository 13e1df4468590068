import { modelCases } from "../model/model-cases.ts";
import type { CaseMaker } from "../run/case.ts";
import { boundCases } from "./cases/bounds/bound-cases.ts";
import { contentTypeCases } from "./cases/content-types/content-type-cases.ts";
import { conditionalCases } from "./cases/conditional.ts";
import { credentialCases } from "./cases/credentials/index.ts";
import { exampleCases } from "./cases/examples.ts";
import { flowCases } from "./cases/flows/index.ts";
import { generatedCases } from "./cases/generated/generated-cases.ts";
import { invalidCases } from "./cases/invalid/invalid-cases.ts";
import { linkCases } from "./cases/links.ts";
import { methodCases } from "./cases/methods/method-cases.ts";
import { pageCases } from "./cases/pages/index.ts";
import { principalCases } from "./cases/principals/index.ts";
import { unknownRecordCases } from "./cases/unknown-records.ts";
import { workflowCases } from "./cases/workflows/index.ts";

/** The kinds of cases for servers, in the order in which they run. */
export const serverCaseMakers: readonly CaseMaker[] = [
  exampleCases,
  generatedCases,
  invalidCases,
  boundCases,
  contentTypeCases,
  methodCases,
  unknownRecordCases,
  flowCases,
  pageCases,
  conditionalCases,
  credentialCases,
  principalCases,
  linkCases,
  workflowCases,
  modelCases,
];

/** The kinds of cases that only send valid requests. */
export const positiveCaseMakers: readonly CaseMaker[] = [exampleCases, generatedCases, pageCases];

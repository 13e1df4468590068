import type { CaseMaker } from "../run/case.ts";
import { modelCases } from "../model/model-cases.ts";
import { exampleCases } from "./cases/examples.ts";

/** The kinds of cases that a server is verified by, in the order in which they run. */
export const serverCaseMakers: readonly CaseMaker[] = [exampleCases, modelCases];

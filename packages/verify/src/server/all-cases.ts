import type { CaseMaker } from "../run/case.ts";
import { exampleCases } from "./cases/examples.ts";
import { generatedCases } from "./cases/generated/generated-cases.ts";
import { invalidCases } from "./cases/invalid/invalid-cases.ts";

/** The kinds of cases that a server is verified by, in the order in which they run. */
export const serverCaseMakers: readonly CaseMaker[] = [exampleCases, generatedCases, invalidCases];

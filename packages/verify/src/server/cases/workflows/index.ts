import type { Case, CaseContext } from "../../../run/case.ts";
import { runWorkflow } from "./run-workflow.ts";

/** The workflows that Arazzo documents declare: each step is one request, or as many as it is tried again. */
export function* workflowCases({ workflows = [] }: CaseContext): Generator<Case> {
  for (const workflow of workflows)
    yield {
      id: `workflow/${workflow.id}`,
      operations: [...new Set(workflow.steps.map(({ operation }) => operation))],
      run: (probe) => runWorkflow(probe, workflow),
    };
}

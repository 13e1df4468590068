import type { Case, CaseContext } from "../../../run/case.ts";
import { runWorkflow } from "./run-workflow.ts";

/** Runs the workflows of Arazzo documents. Each step is one request, or several with retries. */
export function* workflowCases({ workflows = [] }: CaseContext): Generator<Case> {
  for (const workflow of workflows)
    yield {
      id: `workflow/${workflow.id}`,
      operations: [...new Set(workflow.steps.map(({ operation }) => operation))],
      run: (probe) => runWorkflow(probe, workflow),
    };
}

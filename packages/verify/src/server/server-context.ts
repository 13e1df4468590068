import type { RequestChecker } from "./checker/request-checker.ts";
import type { SucceedingInputs } from "./succeeding-inputs.ts";

/** What the cases of one kind share. */
export interface ServerContext {
  readonly checker: RequestChecker;
  readonly inputs: SucceedingInputs;
}

import { answerFaults } from "./answer-faults.ts";
import type { ServerFault } from "./fault.ts";
import { principalFaults } from "./principal-faults.ts";
import { refusalFaults } from "./refusal-faults.ts";
import { stateFaults } from "./state-faults.ts";

/** Every planted fault of a server, but for those of connections. */
export const serverFaults: readonly ServerFault[] = [
  ...answerFaults,
  ...refusalFaults,
  ...stateFaults,
  ...principalFaults,
];

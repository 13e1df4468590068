/** Runs a phase of the work under its name, for `--timing`, and returns what it returns. */
export type PhaseRunner = <Result>(name: string, work: () => Result) => Result;

/** Runs phases without counting their time. */
export const runOnly: PhaseRunner = (_name, work) => work();

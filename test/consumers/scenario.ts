import { Machine } from "./machine.ts";

/** What a stranger does on a machine of their own, and what has to come of it. */
export interface Scenario {
  readonly name: string;
  /** @throws {Error} if something does not come out as it has to */
  run(machine: Machine): Promise<void>;
}

/** Runs scenarios one after the other, prints what came of each, and sets the exit code: 1 if one fails. */
export async function runScenarios(
  scenarios: readonly Scenario[],
  registry?: string,
): Promise<void> {
  let failures = 0;
  for (const scenario of scenarios) {
    const started = performance.now();
    const seconds = (): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;
    try {
      await runScenario(scenario, registry);
      console.log(`passed  ${seconds()}  ${scenario.name}`);
    } catch (error) {
      failures += 1;
      console.log(`FAILED  ${seconds()}  ${scenario.name}\n${String((error as Error).message)}`);
    }
  }
  console.log(`${scenarios.length - failures} scenarios passed, ${failures} failed`);
  process.exitCode = failures === 0 ? 0 : 1;
}

/** Runs a scenario on a new machine. */
async function runScenario({ run }: Scenario, registry?: string): Promise<void> {
  const machine = await Machine.create(registry);
  try {
    await run(machine);
  } finally {
    machine.dispose();
  }
}

import { Session } from "node:inspector/promises";

/** Counts what is called while something is done. Begin it before the modules are loaded. */
export class CalledFunctions {
  readonly #session = new Session();

  /** Node 22 does not count all functions of modules that were loaded earlier. */
  async begin(): Promise<void> {
    this.#session.connect();
    await this.#session.post("Profiler.enable");
    const options = { callCount: true, detailed: false };
    await this.#session.post("Profiler.startPreciseCoverage", options);
  }

  /** The number of functions of our packages that are called. What only the first time needs is not counted. */
  async countOf(work: () => Promise<unknown>): Promise<number> {
    await work();
    await this.#session.post("Profiler.takePreciseCoverage");
    await work();
    const { result } = await this.#session.post("Profiler.takePreciseCoverage");
    this.#session.disconnect();
    return result
      .filter(({ url }) => url.startsWith("file:") && url.includes("/packages/"))
      .flatMap((script) => script.functions)
      .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length;
  }
}

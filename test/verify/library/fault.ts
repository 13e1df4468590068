import type { Library } from "./library.ts";

/** One planted fault: the library with one of its methods replaced. */
export interface ServerFault {
  /** What the library does wrong. */
  readonly name: string;
  /** The operations of which one is to be blamed. */
  readonly operations: readonly string[];
  /** The checks of which one is to find it. */
  readonly checks: readonly string[];
  readonly make: () => Library;
}

/** Plants a fault by a class that replaces a method. */
export const fault = (
  name: string,
  operations: readonly string[],
  checks: readonly string[],
  Faulty: new () => Library,
): ServerFault => ({ name, operations, checks, make: () => new Faulty() });

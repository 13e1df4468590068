import { limitsWith, mockLimits } from "../limits.ts";
import type { MockLimits } from "../limits.ts";
import { MockStartError } from "./mock-start-error.ts";

/** The limits of a mock server: what it stores, shows and does at once. */
export interface ServeLimits extends MockLimits {
  /** Concurrent requests. Further ones are refused with 503. Default: 1000. */
  readonly activeRequests: number;
  /** Bytes of bodies that requests may send at once. Beyond it they are refused with 503. Default: 256 MiB. */
  readonly receivedBytes: number;
  /** Bytes of answers that clients have not read. Beyond it requests are refused with 503. Default: 256 MiB. */
  readonly unsentBytes: number;
  /** Connections. Further ones are closed at once. Default: 1000. */
  readonly connections: number;
  /** Requests in the console. The oldest are dropped first. Default: 200. */
  readonly loggedRequests: number;
  /** Bytes of each body that the console keeps. Larger ones are truncated. Default: 64 KiB. */
  readonly loggedBodyBytes: number;
  /**
   * Bytes of all bodies that the console keeps. Those of the oldest requests are dropped first. Default: 16
   * MiB.
   */
  readonly loggedBytes: number;
  /** Pages that follow the console at once. Further ones are refused with 503. Default: 32. */
  readonly consoleClients: number;
}

/**
 * Fills in the defaults of a mock server's limits.
 *
 * @throws {MockStartError} when one of them is unknown or not a positive whole number
 */
export function serveLimits(given: Partial<ServeLimits> = {}): ServeLimits {
  const defaults: ServeLimits = {
    ...mockLimits(),
    activeRequests: 1000,
    receivedBytes: 256 * 1024 * 1024,
    unsentBytes: 256 * 1024 * 1024,
    connections: 1000,
    loggedRequests: 200,
    loggedBodyBytes: 64 * 1024,
    loggedBytes: 16 * 1024 * 1024,
    consoleClients: 32,
  };
  try {
    return limitsWith(defaults, given);
  } catch (error) {
    throw new MockStartError((error as Error).message, { cause: error });
  }
}

/** Returns the limits for stored data. */
export function rememberedLimits(limits: ServeLimits): MockLimits {
  const names = Object.keys(mockLimits()) as (keyof MockLimits)[];
  return limitsWith(mockLimits(), Object.fromEntries(names.map((name) => [name, limits[name]])));
}

import { limitsWith, mockLimits } from "../limits.ts";
import type { MockLimits } from "../limits.ts";
import { MockStartError } from "./mock-start-error.ts";

/** The most that a mock server does at a time and shows. */
export interface ServeLimits extends MockLimits {
  /** Requests that are answered at a time; more are refused with 503. Default: 1000. */
  readonly activeRequests: number;
  /** Bytes of bodies that requests may be sending at a time; more are refused with 503. Default: 256 MiB. */
  readonly receivedBytes: number;
  /** Bytes of answers that clients have not read; then requests are refused with 503. Default: 256 MiB. */
  readonly unsentBytes: number;
  /** Connections; more are closed at once. Default: 1000. */
  readonly connections: number;
  /** Requests that the console shows; the oldest go first. Default: 200. */
  readonly loggedRequests: number;
  /** Bytes that the console keeps of each body; of more it shows so many. Default: 64 KiB. */
  readonly loggedBodyBytes: number;
  /** Bytes of all bodies together that it keeps; those of the oldest requests go first. Default: 16 MiB. */
  readonly loggedBytes: number;
  /** Pages that follow the console at a time; more are refused with 503. Default: 32. */
  readonly consoleClients: number;
}

/**
 * The limits of a mock server, with the defaults where none are given.
 *
 * @throws {MockStartError} when one of them is unknown or is no whole number from 1
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

/** The limits of what is remembered. */
export function rememberedLimits(limits: ServeLimits): MockLimits {
  const names = Object.keys(mockLimits()) as (keyof MockLimits)[];
  return limitsWith(mockLimits(), Object.fromEntries(names.map((name) => [name, limits[name]])));
}

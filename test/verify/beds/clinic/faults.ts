import { setTimeout as sleep } from "node:timers/promises";

const chosen = process.env["FAULT"];

/** Whether the service is to have this fault of `faults.json`. */
export const fault = (id: string): boolean => chosen === id;

/** As long as a slow query takes, so that calls that arrive together overlap. */
export const pause = (): Promise<void> => sleep(40);

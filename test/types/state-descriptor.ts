/**
 * The generator says again what the runtime says of resources, for it does not import it: what the one
 * gives the other takes, and the other way round. Checked by the compiler alone.
 */
import type { StateDescriptor as Taken } from "../../packages/mock/src/description.ts";
import type { StateDescriptor as Given } from "../../generator/src/mock/state/state-descriptor.ts";

export const taken = (descriptor: Given): Taken => descriptor;

export const given = (descriptor: Taken): Given => descriptor;

/**
 * The generator loads the runtime by its name and says its types again: what the one gives the other
 * takes, and the other way round. Checked by the compiler alone.
 */
import type { MockDescription as Taken } from "../../packages/mock/src/description.ts";
import type {
  MockService as GivenService,
  ServeOptions as TakenOptions,
} from "@openapi-packages/mock/node";
import type { MockDescription as Given } from "../../generator/src/mock/serve/description-shape.ts";
import type {
  MockService as TakenService,
  ServeOptions as GivenOptions,
} from "../../generator/src/mock/serve/serve-shape.ts";

/** A description; its descriptors are JSON to the generator, and compared as data by a test. */
export const taken = ({ api, operations, ...given }: Given): Taken => ({
  ...given,
  api: api as never,
  operations: operations.map(({ operation, ...own }) => ({
    ...own,
    operation: operation as never,
  })),
});

/** Options; what is remembered comes from the runtime and goes back there. */
export const takenOptions = ({ start, ...given }: GivenOptions): TakenOptions => ({
  ...given,
  ...(start === undefined ? {} : { start: start as never }),
});

/** A service. */
export const takenService = (given: GivenService): TakenService => given;

// @ts-expect-error a mode that there is not
export const wrong: GivenOptions = { upstream: { url: "", modes: { getPet: "off" } } };

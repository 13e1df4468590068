/**
 * Compiles the model of a description, and reads descriptions for programs that send and answer its requests.
 *
 * @packageDocumentation
 */
export {
  readDescription,
  type Description,
  type ReadDescriptionOptions,
} from "./mock/serve/read-description.ts";
export { readHar } from "./mock/serve/traffic/read-har.ts";
export type { Har, HarEntry } from "./mock/serve/traffic/har-types.ts";
export {
  trafficState,
  type TrafficState,
  type TrafficStateOptions,
  type UnusedEntry,
  type UnusedReason,
} from "./mock/serve/traffic/traffic-state.ts";
export type { ExampleInput } from "./mock/answers/example-input.ts";

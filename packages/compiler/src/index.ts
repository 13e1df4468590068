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
export type { ExampleInput } from "./mock/answers/example-input.ts";

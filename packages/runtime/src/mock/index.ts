export { example } from "./example.ts";
export { mockOperation } from "./mock-operation.ts";
export type { MockAnswer, MockOptions } from "./mock-operation.ts";
export { streamOf } from "./stream-of.ts";
export { sortBySpecificity } from "../specificity.ts";
export { withEventFields } from "../event-stream/index.ts";

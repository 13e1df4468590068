export { MockStartError } from "./mock-start-error.ts";
export { createMockEngine } from "../create-mock.ts";
export { streamOf } from "../stream-of.ts";
export { serveMock } from "./serve-mock.ts";
export type { MockService, ServeOptions } from "./serve-options.ts";
export type { ServeLimits } from "./serve-limits.ts";
export type { Upstream, UpstreamMode } from "../types.ts";
export type { TerminalOutput } from "./terminal/terminal.ts";

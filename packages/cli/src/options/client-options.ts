import type { OptionTable } from "./option.ts";

const milliseconds = {
  type: "number",
  minimum: 1,
  maximum: 2_147_483_647,
  unit: "milliseconds",
  group: "Client",
  commands: ["generate"],
} as const;

/** The options of the generated client's defaults, which callers may override. */
export const clientOptions = {
  "client.baseUrl": {
    type: "text",
    example: "https://api.example.com",
    help: "the client's base URL, instead of the description's first server",
    group: "Client",
    commands: ["generate"],
  },
  "client.headers": {
    type: "entries",
    of: "text",
    help: "headers that the client sends with each request, without credentials",
    group: "Client",
    commands: ["generate"],
  },
  "client.retries": {
    type: "number",
    minimum: 0,
    maximum: 100,
    help: "how often the client retries a request: 2 (default)",
    group: "Client",
    commands: ["generate"],
  },
  "client.maxRetryAfter": {
    ...milliseconds,
    help: "the longest Retry-After that the client follows, in milliseconds: 60000 (default)",
  },
  "client.timeout": {
    ...milliseconds,
    help: "the client's time limit for each attempt, in milliseconds: 60000 (default)",
  },
  "client.totalTimeout": {
    ...milliseconds,
    help: "the client's time limit for a whole call, in milliseconds; none by default",
  },
  "client.requestIdHeader": {
    type: "text",
    example: "x-request-id",
    help: "the response header that has the id of a request: x-request-id (default)",
    group: "Client",
    commands: ["generate"],
  },
  "client.userAgent": {
    type: "text",
    help: "the client's User-Agent, instead of its name and version",
    negatedHelp: "the client sets no User-Agent",
    group: "Client",
    commands: ["generate"],
  },
} as const satisfies OptionTable;

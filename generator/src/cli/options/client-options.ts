import type { OptionTable } from "./option.ts";

const milliseconds = {
  type: "number",
  minimum: 1,
  maximum: 2_147_483_647,
  unit: "milliseconds",
  placeholder: "<milliseconds>",
  group: "Client",
  commands: ["generate"],
} as const;

/** What the generated client does unless it is told otherwise. */
export const clientOptions = {
  "client.baseUrl": {
    flag: "client-base-url",
    type: "text",
    placeholder: "<url>",
    example: "https://api.example.com",
    help: "the client's base URL, instead of the description's first server",
    group: "Client",
    commands: ["generate"],
  },
  "client.headers": {
    flag: "client-header",
    type: "entries",
    of: "text",
    placeholder: "<name=value>",
    example: "x-api-version=2",
    help: "a header that the client sends with each request, no credential; repeatable",
    group: "Client",
    commands: ["generate"],
  },
  "client.retries": {
    flag: "client-retries",
    type: "number",
    minimum: 0,
    maximum: 100,
    placeholder: "<number>",
    help: "the client's number of retries: 2 (default)",
    group: "Client",
    commands: ["generate"],
  },
  "client.maxRetryAfter": {
    ...milliseconds,
    flag: "client-max-retry-after",
    help: "the longest wait that a server may ask the client for: 60000 (default)",
  },
  "client.timeout": {
    ...milliseconds,
    flag: "client-timeout",
    help: "the client's time limit for each attempt: 60000 (default)",
  },
  "client.totalTimeout": {
    ...milliseconds,
    flag: "client-total-timeout",
    help: "the client's time limit for a whole call; none by default",
  },
  "client.requestIdHeader": {
    flag: "client-request-id-header",
    type: "text",
    placeholder: "<name>",
    example: "x-request-id",
    help: "the header in which the server gives a request its id: x-request-id (default)",
    group: "Client",
    commands: ["generate"],
  },
  "client.userAgent": {
    flag: "client-user-agent",
    type: "text",
    placeholder: "<text>",
    help: "the client's User-Agent, instead of its name and version",
    negatedHelp: "no User-Agent of the client's own",
    group: "Client",
    commands: ["generate"],
  },
} as const satisfies OptionTable;

/** A place where Zod's schema and the contract's validator judge a value differently, and are known to. */
export interface Difference {
  readonly what: string;
  readonly schema: object | string;
  readonly value: unknown;
  /** The value as the page has it; left out: as JSON has it. */
  readonly shown?: string;
  readonly isTakenByZod: boolean;
}

const text = (format: string) => ({ type: "string", format });

/** All that are known; the README lists them. */
export const differences: readonly Difference[] = [
  {
    what: "Keywords of one type imply that type where `type` is left out",
    schema: { properties: { a: { type: "string" } } },
    value: "text",
    isTakenByZod: false,
  },
  {
    what: "A member that has the name of an inherited one is looked for there too",
    schema: { type: "object", properties: { constructor: { type: "string" } } },
    value: {},
    isTakenByZod: false,
  },
  {
    what: "A member called `__proto__` is not looked at",
    schema: '{"type":"object","properties":{"__proto__":{"type":"string"}}}',
    value: JSON.parse('{"__proto__":7}'),
    isTakenByZod: true,
  },
  {
    what: "`undefined` is a value of a required member that may be anything",
    schema: { type: "object", required: ["a"], properties: { a: {} } },
    value: { a: undefined },
    shown: "{ a: undefined }",
    isTakenByZod: true,
  },
  {
    what: "`unevaluatedProperties` is not checked",
    schema: { type: "object", properties: { a: {} }, unevaluatedProperties: false },
    value: { b: 1 },
    isTakenByZod: true,
  },
  {
    what: "`unevaluatedItems` is not checked",
    schema: { type: "array", prefixItems: [{}], unevaluatedItems: false },
    value: [1, 2],
    isTakenByZod: true,
  },
  {
    what: "Raw binary, in bodies that are no JSON, is a `Blob`, which validators leave to the runtime",
    schema: "`format: binary`",
    value: undefined,
    isTakenByZod: false,
  },
  {
    what: "A date and time is written in capitals",
    schema: text("date-time"),
    value: "2024-01-01t00:00:00z",
    isTakenByZod: false,
  },
  {
    what: "There are no leap seconds",
    schema: text("date-time"),
    value: "2016-12-31T23:59:60Z",
    isTakenByZod: false,
  },
  {
    what: "A duration may have fractions",
    schema: text("duration"),
    value: "PT0.5S",
    isTakenByZod: true,
  },
  {
    what: "An address is one of HTML, which needs no dot in its domain",
    schema: text("email"),
    value: "a@localhost",
    isTakenByZod: true,
  },
  {
    what: "and has no quotation marks",
    schema: text("email"),
    value: '"a b"@example.com',
    isTakenByZod: false,
  },
  {
    what: "A host name may end with a dot",
    schema: text("hostname"),
    value: "example.com.",
    isTakenByZod: true,
  },
  {
    what: "A URI is what `new URL` takes, with letters that have to be escaped too",
    schema: text("uri"),
    value: "https://example.com/é",
    isTakenByZod: true,
  },
  {
    what: "Base64 is without line ends",
    schema: text("byte"),
    value: "aGVs\nbG8=",
    isTakenByZod: false,
  },
  ...[
    "idn-email",
    "iri",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri-reference",
    "uri-template",
  ].map((format, index) => ({
    what: index === 0 ? "Formats that Zod has no schema for are not checked" : "the same",
    schema: text(format),
    value: format === "uri-reference" || format === "iri" ? "a b" : "{(",
    isTakenByZod: true,
  })),
];

/** The table of the page. */
export function differencesTable(): string {
  const rows = differences.map(({ what, schema, value, shown, isTakenByZod }) => {
    const own = typeof schema === "string" ? schema : JSON.stringify(schema);
    const code = own.startsWith("`") ? own : `\`${own}\``;
    const given = value === undefined ? "a text" : `\`${shown ?? JSON.stringify(value)}\``;
    return [what, code, given, isTakenByZod ? "takes" : "refuses"];
  });
  const heads = ["where Zod judges otherwise", "schema", "value", "Zod"];
  return [heads, heads.map(() => "-"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

import type { LoadOptions } from "../load/load-options.ts";
import { UsageError } from "../usage-error.ts";

/** The options of commands that read a description, as `parseArgs` gives them. */
export interface LoadValues {
  readonly "include-tag"?: readonly string[] | undefined;
  readonly "exclude-tag"?: readonly string[] | undefined;
  readonly "include-operation"?: readonly string[] | undefined;
  readonly "exclude-deprecated"?: boolean | undefined;
  readonly "allow-ref"?: readonly string[] | undefined;
  readonly overlay?: readonly string[] | undefined;
  readonly "request-header"?: readonly string[] | undefined;
}

/** The options that say what the description is read with, declared for `parseArgs`. */
export const sourceArguments = {
  overlay: { type: "string", multiple: true },
  "request-header": { type: "string", multiple: true },
  "allow-ref": { type: "string", multiple: true },
} as const;

/** The same options, with those that say which operations. */
export const filterArguments = {
  ...sourceArguments,
  "include-tag": { type: "string", multiple: true },
  "exclude-tag": { type: "string", multiple: true },
  "include-operation": { type: "string", multiple: true },
  "exclude-deprecated": { type: "boolean", default: false },
} as const;

/**
 * The options of loading the description, read from the command line.
 *
 * @throws {UsageError} when a header is none
 */
export function loadOptions(values: LoadValues): LoadOptions {
  return {
    allowRefs: values["allow-ref"] ?? [],
    overlays: values.overlay ?? [],
    requestHeaders: Object.fromEntries((values["request-header"] ?? []).map(headerOf)),
    filters: {
      includeTags: values["include-tag"] ?? [],
      excludeTags: values["exclude-tag"] ?? [],
      includeOperations: values["include-operation"] ?? [],
      excludeDeprecated: values["exclude-deprecated"] ?? false,
    },
  };
}

/** The name and the value of a header. A message has neither: where they are not told apart, both may be a secret. */
function headerOf(text: string): [string, string] {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError("--request-header is no header; one looks like 'X-Api-Key: ${API_KEY}'");
  return [name.toLowerCase(), value];
}

import type { LoadOptions } from "../load/load-options.ts";

/** The options of commands that read a description, as `parseArgs` gives them. */
export interface LoadValues {
  readonly "include-tag"?: readonly string[] | undefined;
  readonly "exclude-tag"?: readonly string[] | undefined;
  readonly "include-operation"?: readonly string[] | undefined;
  readonly "exclude-deprecated"?: boolean | undefined;
  readonly "allow-ref"?: readonly string[] | undefined;
}

/** The same options, declared for `parseArgs`. */
export const filterArguments = {
  "include-tag": { type: "string", multiple: true },
  "exclude-tag": { type: "string", multiple: true },
  "include-operation": { type: "string", multiple: true },
  "exclude-deprecated": { type: "boolean", default: false },
  "allow-ref": { type: "string", multiple: true },
} as const;

/** The options of loading the description, read from the command line. */
export function loadOptions(values: LoadValues): LoadOptions {
  return {
    allowRefs: values["allow-ref"] ?? [],
    filters: {
      includeTags: values["include-tag"] ?? [],
      excludeTags: values["exclude-tag"] ?? [],
      includeOperations: values["include-operation"] ?? [],
      excludeDeprecated: values["exclude-deprecated"] ?? false,
    },
  };
}

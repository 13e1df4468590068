/** The types that values whose `format` is `date-time` may have instead of texts. */
export type DateType = "Date";

/** All of {@link DateType}. */
export const dateTypes = ["Date"] as const satisfies readonly DateType[];

/** The types that can replace strings whose `format` is `date-time`. */
export type DateType = "Date";

/** All values of {@link DateType}. */
export const dateTypes = ["Date"] as const satisfies readonly DateType[];

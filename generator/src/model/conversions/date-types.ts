/** The types that values whose `format` is `date-time` may have instead of texts. */
export const dateTypes = ["Date"] as const;

/** One of {@link dateTypes}. */
export type DateType = (typeof dateTypes)[number];

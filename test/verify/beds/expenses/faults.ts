const active = process.env.FAULT ?? "";

export const isFault = (id: string): boolean => id === active;

/** As long as a write to a slow storage takes. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 15));

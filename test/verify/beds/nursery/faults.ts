const planted = process.env.FAULT ?? "";

/** Whether this run of the service has the fault of that name. */
export function isFault(id: string): boolean {
  return planted === id;
}

/** The time that a slow disk would take: only faults wait between reading and writing. */
export function slowDisk(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 25));
}

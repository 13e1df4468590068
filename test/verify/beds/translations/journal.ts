/** Waits until the journal of the agency has the entry. */
export const journalWritten = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 40);
  });

/** Resolves after some milliseconds. It keeps no process alive. */
export function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds, undefined).unref();
  });
}

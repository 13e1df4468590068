/** No answer came within the time limit. */
export class TimedOut extends Error {
  override readonly name = "TimedOut";

  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

/**
 * The connection broke off on purpose: what a request is rejected with instead of an answer, and what a
 * body throws behind the part of it that came. It is a `TypeError`, as that is what `fetch` rejects with
 * where there is no answer (Fetch Standard, "fetch()").
 */
export class ConnectionReset extends TypeError {
  /** As Node names it. */
  readonly code = "ECONNRESET";

  constructor() {
    super("the mock broke off the connection");
    this.name = "ConnectionReset";
  }
}

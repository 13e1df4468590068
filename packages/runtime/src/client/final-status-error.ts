/** A record has come to a final status that was not waited for, such as `FAILED`: it will not move again. */
export class FinalStatusError<Body = unknown> extends Error {
  readonly operationId: string;
  /** The status that it has come to. */
  readonly finalStatus: string;
  /** The record as it was read last. */
  readonly body: Body;
  /** The id that the server gave the last request; only where it did. */
  readonly requestId: string | undefined;

  constructor(
    operation: { readonly operationId: string },
    reached: { readonly finalStatus: string; readonly body: Body },
    wanted: readonly string[],
    requestId?: string,
  ) {
    const { finalStatus } = reached;
    const id = requestId === undefined ? "" : ` (request ${requestId})`;
    super(`${operation.operationId}: ended as ${finalStatus}, not as ${wanted.join(" or ")}${id}`);
    this.name = "FinalStatusError";
    this.operationId = operation.operationId;
    this.finalStatus = finalStatus;
    this.body = reached.body;
    this.requestId = requestId;
  }
}

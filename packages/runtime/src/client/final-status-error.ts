/** A record reached a final status that was not awaited, such as `FAILED`, and will not change any more. */
export class FinalStatusError<Body = unknown> extends Error {
  readonly operationId: string;
  /** The status that it reached. */
  readonly finalStatus: string;
  /** The record as last read. */
  readonly body: Body;
  /** The id of the last request, if the server sent one. */
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

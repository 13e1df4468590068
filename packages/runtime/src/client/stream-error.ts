/** An error event of a stream: the stream failed on the server's side. */
export class StreamError<Data = unknown> extends Error {
  readonly operationId: string;
  /** The request id from the server's response, if it sent one. */
  readonly requestId: string | undefined;
  /** The event's name. */
  readonly event: string;
  /** The event's data: decoded if it is JSON, else text. */
  readonly data: Data;
  /** The number of items received before it. */
  readonly received: number;

  constructor(
    operation: { readonly operationId: string },
    { event, data }: { readonly event: string; readonly data: Data },
    received: number,
    requestId?: string,
  ) {
    const id = requestId === undefined ? "" : ` (request ${requestId})`;
    super(`${operation.operationId}: the stream failed after ${received} items, see \`data\`${id}`);
    this.name = "StreamError";
    this.operationId = operation.operationId;
    this.requestId = requestId;
    this.event = event;
    this.data = data;
    this.received = received;
  }
}

/** An item of a stream is larger than `maxItemBytes`. The stream is cancelled. */
export class ItemTooLargeError extends Error {
  readonly operationId: string;
  /** The request id from the server's response, if it sent one. */
  readonly requestId: string | undefined;
  /** The limit, in bytes. */
  readonly maxItemBytes: number;
  /** The number of items received before it. */
  readonly received: number;

  constructor(
    operation: { readonly operationId: string },
    maxItemBytes: number,
    received: number,
    requestId?: string,
  ) {
    const limit = `an item of the stream is larger than ${maxItemBytes} bytes: raise \`maxItemBytes\``;
    super(`${operation.operationId}: ${limit}`);
    this.name = "ItemTooLargeError";
    this.operationId = operation.operationId;
    this.requestId = requestId;
    this.maxItemBytes = maxItemBytes;
    this.received = received;
  }
}

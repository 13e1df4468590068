import type { OperationDescriptor } from "../operation.ts";
import { contentRead } from "./content-read.ts";
import { plainHeaders } from "./headers-read.ts";
import { openEvents, openStream } from "./item-stream.ts";
import type { ReadContext, ReadResponse } from "./operation.ts";

/**
 * Reads JSON, text or bytes together with the documented headers, each a single text, number or boolean.
 * Throws as {@link contentRead}.
 */
export const contentAndHeadersRead = (
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
): Promise<ReadResponse> => contentRead(operation, response, context, { headers: plainHeaders });

/** Reads a stream, or JSON, text or bytes. Throws as {@link contentRead}. */
export const contentOrStreamRead = (
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
): Promise<ReadResponse> => contentRead(operation, response, context, { stream: openStream });

/** As {@link contentOrStreamRead}, for a stream of server-sent events. */
export const contentOrEventsRead = (
  operation: OperationDescriptor,
  response: Response,
  context: ReadContext,
): Promise<ReadResponse> => contentRead(operation, response, context, { stream: openEvents });

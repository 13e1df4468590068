import type { MediaType } from "@openapi-packages/description";
import type { VerifiedOperation } from "../description/verified-api.ts";
import { mediaOf } from "../schema/media-of.ts";
import type { AnsweredCall, Break, Direction } from "./direction.ts";

/**
 * Finds the media types that a client may request with `Accept` and that a server no longer has, though it has
 * others for the same status: it answers 406 (RFC 9110, section 15.5.7), or with another type.
 */
export function withdrawnMedia(
  { client, server }: Direction,
  { operation, counterpart, request, input }: AnsweredCall,
): readonly Break[] {
  return operation.model.responses
    .filter(({ status }) => status.startsWith("2"))
    .flatMap(({ status, content }) => {
      const others = contentOf(counterpart, status);
      const gone = content.filter(({ mediaType }) => mediaOf(others, mediaType) === undefined);
      // If none is left, the server's answer is unexpected, and is reported as such.
      return gone.length === content.length
        ? []
        : gone.map(({ mediaType }) => ({ status, mediaType }));
    })
    .map(({ status, mediaType }): Break => {
      const headers = [
        ...request.headers.filter(([name]) => name.toLowerCase() !== "accept"),
        ["accept", mediaType] as const,
      ];
      const response = { status: 406, headers: [], body: new Uint8Array(), isWhole: true };
      const exchange = {
        operation,
        request: { ...request, headers },
        input,
        response,
        problems: [],
      };
      return {
        check: "incompatible-answer",
        message: `the client of ${client.name} may ask for ${mediaType}, and the server of ${server.name} answers ${status} without it`,
        operation,
        clientPointer: `${operation.model.pointer}/responses/${status}`,
        serverPointer: `${counterpart.model.pointer}/responses/${status}`,
        issues: [],
        exchange,
      };
    });
}

const contentOf = ({ model }: VerifiedOperation, status: string): readonly MediaType[] =>
  model.responses.find((one) => one.status === status)?.content ?? [];

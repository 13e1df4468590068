import { isObject, member, stringMember, type Json, type JsonObject } from "../../json/json.ts";
import type { StreamEnds } from "../api-model.ts";
import type { ModelContext } from "../model-context.ts";

const members = ["terminal", "errorEvent"];
const terminalMembers = ["event", "data"];
const hint = "give terminal { event, data } and errorEvent as strings";

/**
 * Reads `x-event-stream` of a media type: which events end a stream, and which report a failure.
 */
export function buildStreamEnds(
  context: ModelContext,
  node: JsonObject,
  pointer: string,
): StreamEnds | undefined {
  const declared = member(node, "x-event-stream");
  if (declared === undefined) return undefined;
  const report = (message: string): undefined => {
    const ignored = `${message}, so it is ignored`;
    context.report("event-stream-invalid", ignored, `${pointer}/x-event-stream`, hint);
    return undefined;
  };
  if (!isObject(declared)) return report("x-event-stream is not an object");
  const unknown = Object.keys(declared).find((name) => !members.includes(name));
  if (unknown !== undefined) return report(`x-event-stream has no member ${unknown}`);
  const { terminal, errorEvent } = declared;
  if (terminal !== undefined && !isTerminal(terminal))
    return report("terminal of x-event-stream is not an object with the strings event and data");
  if (errorEvent !== undefined && typeof errorEvent !== "string")
    return report("errorEvent of x-event-stream is not a string");
  const event = stringMember(terminal as Json, "event");
  const data = stringMember(terminal as Json, "data");
  return {
    terminal:
      terminal === undefined
        ? undefined
        : { ...(event === undefined ? {} : { event }), ...(data === undefined ? {} : { data }) },
    errorEvent,
  };
}

function isTerminal(terminal: Json): boolean {
  if (!isObject(terminal)) return false;
  const entries = Object.entries(terminal);
  return (
    entries.length > 0 &&
    entries.every(([name, value]) => terminalMembers.includes(name) && typeof value === "string")
  );
}

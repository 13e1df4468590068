import type { MediaTypeDescriptor } from "../operation.ts";
import type { EventStreamMessage } from "./parse.ts";

/** True if the data of an event is JSON, for a stream whose items are whole events. */
export function isJsonEvent({ jsonEvents }: MediaTypeDescriptor, name = "message"): boolean {
  return jsonEvents === true || jsonEvents?.includes(name) === true;
}

/**
 * Reads the item of an event. A line counts as an event that has only data.
 *
 * @param parse parses JSON
 * @returns `undefined` for an event with empty data, which has no item
 * @throws what `parse` throws
 */
export function itemOf(
  media: MediaTypeDescriptor,
  { event, data, fields }: EventStreamMessage,
  parse: (text: string) => unknown,
): { readonly value: unknown } | undefined {
  if (media.item === "text") return { value: data };
  if (media.item !== "event") return data === "" ? undefined : { value: parse(data) };
  if (!isJsonEvent(media, event)) return { value: { ...fields, data } };
  return { value: { ...fields, ...(data === "" ? {} : { data: parse(data) }) } };
}

import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { isNode } from "../../generator/src/redocly/nodes.ts";
import type { Rule } from "../../generator/src/redocly/redocly-types.ts";
import { selfContainedSchema } from "./self-contained-schema.ts";

/**
 * Checks that `x-event-sequence` of a `text/event-stream` media type is a list of events, each valid
 * against the media type's schema, which describes one event.
 */
export const eventSequenceValid: Rule = () => ({
  MediaType(mediaType, context) {
    if (!isNode(mediaType) || mediaType["x-event-sequence"] === undefined) return;
    const sequence: unknown = mediaType["x-event-sequence"];
    const location = context.location.child("x-event-sequence");
    if (context.key !== "text/event-stream" || !Array.isArray(sequence)) {
      const message = "x-event-sequence is a list of events on a text/event-stream media type.";
      context.report({ message, location: location.key() });
      return;
    }
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    const { absoluteRef } = context.location.source;
    const validate = ajv.compile(selfContainedSchema(context, mediaType["schema"], absoluteRef));
    for (const [index, event] of sequence.entries()) {
      if (validate(event)) continue;
      const message = `The event does not match its schema: ${ajv.errorsText(validate.errors)}.`;
      context.report({ message, location: location.child(index) });
    }
  },
});

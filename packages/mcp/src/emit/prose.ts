import { visibleProse } from "openapi-packages/emitter";
import { shortened } from "../schema/inline-schema.ts";

/**
 * Returns a description's text for models: on one line, truncated, and with invisible characters as code
 * points.
 */
export const prose = (text: string, most: number): string => shortened(visibleProse(text), most);

import { visibleProse } from "openapi-packages/emitter";
import { shortened } from "../schema/inline-schema.ts";

/** Prose of a description as models read it: on one line, cut, and with what nobody sees by its code points. */
export const prose = (text: string, most: number): string => shortened(visibleProse(text), most);

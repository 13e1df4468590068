import { hasText, isNode, placeOf } from "../../generator/src/redocly/nodes.ts";
import type { Rule } from "../../generator/src/redocly/redocly-types.ts";

/**
 * Checks that `x-not-shown` and `x-assumption` are text that is not blank. At the root of the
 * description `x-not-shown` is a list of such texts, not empty either.
 */
export const noteHasText: Rule = () => {
  const seen = new Set<string>();
  return {
    any(node, { location, report }) {
      if (!isNode(node) || seen.has(placeOf(location))) return;
      seen.add(placeOf(location));
      for (const name of ["x-not-shown", "x-assumption"]) {
        if (!(name in node)) continue;
        const note = node[name];
        const place = location.child(name);
        if (name === "x-not-shown" && "openapi" in node) {
          if (Array.isArray(note) && note.length > 0 && note.every(hasText)) continue;
          report({ message: `${name} of the description is a list of texts.`, location: place });
        } else if (!hasText(note)) {
          report({ message: `${name} is blank.`, location: place });
        }
      }
    },
  };
};

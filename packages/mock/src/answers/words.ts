import type { Random } from "../random.ts";

/** Harmless words for any context, short and long. */
const words = (
  "amber anchor apple autumn basket beacon birch blossom breeze bridge bright brook candle canyon cedar " +
  "circle clover coast copper coral cotton crystal dawn delta desert drift echo elm ember evening fabric " +
  "falcon feather fern field flint forest garden ginger glass gold grain granite grove harbor hazel hill " +
  "honey horizon island ivory jade juniper kite lake lantern lemon lilac linen maple marble meadow mint " +
  "mist moon morning moss mountain nest north oak oasis ocean olive opal orange orchard paper pearl pebble " +
  "pepper pine planet plum prairie quartz quiet rain raven reef ridge river robin rose saffron sail sand " +
  "sea shadow silver sky slate snow sparrow spring spruce star stone storm stream summer sun thistle " +
  "timber trail valley velvet violet water wave west willow wind winter wren"
).split(" ");

/** Returns another text with as many words, and with the same capitalization. */
export function otherWords(text: string, random: Random): string {
  return text.replaceAll(/\p{L}{2,}/gu, (word) => {
    // A word that is not longer than the original keeps to its `maxLength`.
    const fitting = words.filter(({ length }) => length <= word.length);
    return likeCase(word, random.pick(fitting) ?? word);
  });
}

function likeCase(model: string, word: string): string {
  if (model === model.toLowerCase()) return word;
  if (model === model.toUpperCase()) return word.toUpperCase();
  return word.charAt(0).toUpperCase() + word.slice(1);
}

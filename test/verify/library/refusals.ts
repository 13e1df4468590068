/** Why a value is no book; `undefined` where it is one. @param isWhole false of a change to one */
export function bookRefusal(value: unknown, isWhole: boolean): string | undefined {
  if (!isObject(value)) return "a book is an object";
  const { title, genre, pages, tags, subtitle, ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined) return `a book has no ${other}`;
  if (isWhole && (title === undefined || genre === undefined))
    return "title and genre are required";
  if (!isWhole && Object.keys(value).length === 0) return "nothing is changed";
  if (title !== undefined && !isText(title, 1, 60)) return "title has 1 to 60 characters";
  if (genre !== undefined && !isGenre(genre)) return "genre is novel, poetry or essay";
  if (pages !== undefined && !isInteger(pages, 1, 10_000)) return "pages are 1 to 10000";
  if (subtitle !== undefined && subtitle !== null && !isText(subtitle, 0, 60))
    return "subtitle has up to 60 characters";
  return tags === undefined || areTags(tags) ? undefined : "tags are up to 5 words";
}

/** Why a value is no review. */
export function reviewRefusal(value: unknown): string | undefined {
  if (!isObject(value)) return "a review is an object";
  if (!isInteger(value["stars"], 1, 5)) return "stars are 1 to 5";
  return value["text"] === undefined || isText(value["text"], 0, 200)
    ? undefined
    : "text has up to 200 characters";
}

/** Why a value is no note. */
export function noteRefusal(value: unknown): string | undefined {
  if (!isObject(value)) return "a note is an object";
  if (!isText(value["text"], 1, 100)) return "text has 1 to 100 characters";
  return value["passphrase"] === undefined || isText(value["passphrase"], 4, 40)
    ? undefined
    : "passphrase has 4 to 40 characters";
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A genre that there is. */
export const isGenre = (value: unknown): boolean =>
  ["novel", "poetry", "essay"].includes(value as string);

/** A whole number between two bounds. */
export const isInteger = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

/** A text of so many characters, counted as Unicode does. */
export function isText(value: unknown, least: number, most: number): value is string {
  if (typeof value !== "string") return false;
  const { length } = [...value];
  return length >= least && length <= most;
}

/** A list of words by which books are found. */
export const areTags = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= 5 && value.every((tag) => isText(tag, 1, 20));

/** A pattern, and texts that a backtracking matcher takes long for, or would if it were not so harmless. */
export interface HostilePattern {
  readonly pattern: string;
  /** What is repeated in the text. */
  readonly pump: string;
  readonly before?: string;
  readonly after?: string;
  /** What a backtracking matcher takes, by the length of the text. */
  readonly growth: "linear" | "polynomial" | "exponential";
}

const linear = (pattern: string, pump: string, after = "!", before = ""): HostilePattern => ({
  pattern,
  pump,
  before,
  after,
  growth: "linear",
});

const polynomial = (pattern: string, pump: string, after = "!", before = ""): HostilePattern => ({
  pattern,
  pump,
  before,
  after,
  growth: "polynomial",
});

const exponential = (pattern: string, pump: string, after = "!", before = ""): HostilePattern => ({
  pattern,
  pump,
  before,
  after,
  growth: "exponential",
});

/** Sixty patterns as descriptions have them, harmless ones and others. */
export const hostilePatterns: readonly HostilePattern[] = [
  linear("^[a-z]+$", "a"),
  linear("^[A-Za-z0-9_-]{1,64}$", "a"),
  linear("^\\d{4}-\\d{2}-\\d{2}$", "1"),
  linear("^(\\d{1,3}\\.){3}\\d{1,3}$", "1."),
  linear("^[a-z0-9]+(-[a-z0-9]+)*$", "a-"),
  linear("^#?([0-9a-f]{3}){1,2}$", "a"),
  linear("^[a-f0-9]{8}(-[a-f0-9]{4}){3}-[a-f0-9]{12}$", "a"),
  linear("^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$", "A"),
  linear("^\\S+(\\s+\\S+)*$", "a ", " "),
  linear("^(/[^/]+)+/?$", "/a", "//"),
  linear("^arn:[^:]*:[^:]*:[^:]*:[^:]*:[^:]*:.*$", ":", "\n", "arn:"),
  linear("^\\+[1-9]\\d{1,14}$", "1", "", "+"),
  linear("^[^<>]*$", "a", "<"),
  linear("^(true|false|null)$", "true"),
  linear("^v?\\d+(\\.\\d+){0,2}(-[\\w.]+)?$", "1"),
  linear("^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$", "a-"),
  linear("^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,}$", "a."),
  linear("^\\p{Lu}\\p{Ll}*$", "é", "!", "É"),
  linear("^[\\p{L}\\p{M}' -]{1,100}$", "é"),
  linear("[a-z]+", "A"),
  linear("^(?=.*[A-Z])(?=.*\\d).{8,}$", "a"),
  linear("^((?!--).)*$", "a", "--"),
  linear("^(['\"]).*\\1$", "a", "!", "'"),
  linear("(?<!a)b", "ab", ""),
  polynomial("\\s+$", " ", "a"),
  polynomial("^\\s+|\\s+$", " ", "a", "a"),
  polynomial("[a-z]+@", "a"),
  polynomial(".*foo", "fo", ""),
  polynomial("^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", ".a", " ", "a@"),
  polynomial("^.+/.+$", "/", "\n"),
  polynomial("^\\w*\\d*$", "1"),
  polynomial("^.*a.*b.*c$", "ab", ""),
  polynomial("(\\d+)(\\d+)$", "1"),
  polynomial("^(.*?,){3}x", ",", ""),
  polynomial('[^"]*"', "a", ""),
  polynomial("<[^>]*>$", "<", ""),
  polynomial("\\p{L}+$", "é"),
  polynomial("^\\p{L}*\\p{Lu}*$", "É"),
  polynomial("(?<=a+)$", "a"),
  polynomial("^(?:(?=.*x)a)*$", "a"),
  polynomial("^(?:a(?!.*y))*$", "a"),
  polynomial("^(.+)\\1$", "a", "b"),
  polynomial("(\\w+) \\1", "a", ""),
  polynomial("^.{1,100}@.{1,100}$", "@", "\n"),
  exponential("^(a+)+$", "a"),
  exponential("^(a*)*$", "a"),
  exponential("^(a|a)*$", "a"),
  exponential("(a|aa)+$", "a"),
  exponential("^([a-zA-Z0-9]+)*$", "a"),
  exponential("^(\\w+\\s?)*$", "a"),
  exponential("^(.*a){11}$", "a"),
  exponential("^(?:.*a){20,}$", "a"),
  exponential("(x+x+)+y", "x"),
  exponential("^(([a-z])+.)+[A-Z]([a-z])+$", "a"),
  exponential("^(\\d+|\\w+)*$", "1"),
  exponential("^(a?){30}a{30}$", "a"),
  exponential("^(?=(a+)+$)b", "a"),
  exponential("^(?!(a|a)*$)b", "a"),
  exponential("^(\\p{L}+|é)*$", "é"),
  exponential("^((a+)+)\\1$", "a"),
];

/** A text for a pattern of a length or a little less. */
export function hostileText(
  { pump, before = "", after = "" }: HostilePattern,
  length: number,
): string {
  const count = Math.floor((length - before.length - after.length) / pump.length);
  return before + pump.repeat(Math.max(1, count)) + after;
}

/**
 * Characters that nobody sees, or that command a terminal or turn a line around: the list of the generator's layer of
 * escapes, with tabs and line ends; a test holds the two to be the same.
 */
export const unseen: RegExp = new RegExp(
  String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]--[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]`,
  "gv",
);

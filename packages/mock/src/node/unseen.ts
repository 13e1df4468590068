/**
 * Characters that are invisible, control a terminal or change the direction of text: the same list as in the
 * generator's escaping, which a test compares, with tabs and line ends.
 */
export const unseen: RegExp = new RegExp(
  String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]--[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]`,
  "gv",
);

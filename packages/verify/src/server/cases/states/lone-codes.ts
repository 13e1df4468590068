import type { Clause } from "../rules/clauses.ts";

/** A code of an answer that nothing explains: `\`loan-returned\`; \`renewal-limit\`: renewed too often`. */
const loneCode = /(?:^|[;.,] (?:or )?)`(?<code>[a-z]+(?:[-_][a-z]+)+)`(?= *(?:[;.,]|$))/g;

/** Returns as clauses what the codes of an answer say of a record by themselves: `loan-returned`, the loan is returned. */
export function loneCodes(description: string, nouns: readonly string[]): Clause[] {
  return [...description.matchAll(loneCode)].flatMap(({ groups }): Clause[] => {
    const code = groups?.["code"] ?? "";
    const words = code.replaceAll(/[-_]/g, " ");
    const noun = nouns.find((one) => words.startsWith(`${one} `));
    if (noun === undefined) return [];
    const text = `the ${noun} is ${words.slice(noun.length + 1)}`;
    const isRefusal = { isRefusal: true, isRefused: false, refusesOthers: false };
    return [{ text, sentence: `\`${code}\``, ...isRefusal }];
  });
}

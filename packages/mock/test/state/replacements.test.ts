import { describe, expect, test } from "vitest";
import { replaceValues, replacementsOf } from "../../src/state/replacements.ts";

const shown = { input: "Plan a weekend", options: { city: "Lisbon" }, output: { text: "Alfama" } };
const names = ["input", "options", "output"];
const always = (): boolean => true;
const replaced = (example: object, own: object, isAccepted: (value: object) => boolean = always) =>
  replaceValues({ ...example }, replacementsOf(shown, own, names), isAccepted);

describe("a value of another record", () => {
  const own = { input: "Plan a year", options: { city: "Porto" }, output: { text: "Ribeira" } };

  test("has its members in the place of the example's, at any depth", () => {
    const example = {
      input: "Plan a weekend",
      task: { value: "Plan a weekend", steps: ["Alfama", "Lisbon"] },
    };
    expect(replaced(example, own)).toEqual({
      input: "Plan a year",
      task: { value: "Plan a year", steps: ["Ribeira", "Porto"] },
    });
  });

  test("quotes its sentences, in texts and in JSON in texts, and takes no word out of another", () => {
    const quoting = { ...own, input: 'Say "hi" to $& now' };
    const example = {
      text: "You asked: Plan a weekend!",
      json: '{"value":"Plan a weekend"}',
      word: "Lisbon Airport",
    };
    expect(replaced(example, quoting)).toEqual({
      text: 'You asked: Say "hi" to $& now!',
      json: '{"value":"Say \\"hi\\" to $& now"}',
      word: "Lisbon Airport",
    });
  });
});

describe("what a record does not have", () => {
  const example = {
    input: "Plan a weekend",
    task: { type: "Text", value: "Plan a weekend" },
    texts: ["Plan a weekend", "more"],
    said: "For: Plan a weekend",
  };

  test("is left out under its own name, and empty under another", () => {
    expect(replaced(example, {})).toEqual({
      task: { type: "Text", value: "" },
      texts: ["more"],
      said: "For: ",
    });
  });

  test("is what is accepted at each place by itself", () => {
    const isAccepted = (value: object): boolean =>
      "input" in value && (value as typeof example).texts.length === 2;
    expect(replaced(example, {}, isAccepted)).toEqual({
      input: null,
      task: { type: "Text", value: "" },
      texts: [null, "more"],
      said: "For: ",
    });
  });

  test("leaves alone what only has the same words as its members", () => {
    const word = { place: "Lisbon", text: "Alfama" };
    expect(replaced(word, {})).toEqual(word);
    expect(replaced(word, { options: { city: "Porto" } })).toEqual({
      place: "Porto",
      text: "Alfama",
    });
  });
});

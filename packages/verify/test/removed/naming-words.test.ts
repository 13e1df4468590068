import { expect, test } from "vitest";
import { statesThatKeep } from "../../src/server/cases/states/naming-words.ts";

const states = ["new", "open", "in_progress", "done"];

/** Returns the states of tasks in which the deletion of their board is refused, by a sentence. */
function keeping(sentence: string, naming = "tasks"): readonly (string | undefined)[] {
  const isIn = statesThatKeep(sentence, { naming, named: "Board", states });
  return isIn === undefined ? [] : [...states, undefined].filter((one) => isIn(one));
}

test.each([
  "A board that has tasks is answered with 409 `in_use`.",
  "Refused with 409 while it has tasks.",
  "Not possible (409) as long as somebody has a task for the board.",
  "There are tasks.",
  "There are still tasks on it.",
  "A board with tasks cannot be deleted.",
  "It is used by a task.",
  "A task still names it.",
  "Tasks of the board exist.",
  "Refused while it has notes, tasks or files.",
  "Only possible if it has no tasks.",
  "Only boards without tasks can be deleted.",
  "The board must have no tasks.",
])("all of them: %s", (sentence) => {
  expect(keeping(sentence)).toEqual([...states, undefined]);
});

test.each<[string, string[]]>([
  ["409 while it has open tasks.", ["open"]],
  ["Refused with 409 `in_use` while an open task is to be done there.", ["open"]],
  ["The board has new or open tasks.", ["new", "open"]],
  ["A board that has tasks, open or in progress, is answered with 409.", ["open", "in_progress"]],
  ["While a task for it is in progress it cannot be deleted (409).", ["in_progress"]],
  ["Refused while a task that is open uses it.", []],
  ["409 as long as it has tasks in status `open`.", ["open"]],
  [
    "While a task stands there that is not done, the answer is 409.",
    ["new", "open", "in_progress"],
  ],
  ["409 when the board is open in some task.", ["open"]],
  ["Only possible once all tasks are done.", ["new", "open", "in_progress"]],
  ["It cannot be deleted until its tasks are done.", ["new", "open", "in_progress"]],
  ["The board must not have open tasks.", ["open"]],
  ["Only possible without open tasks.", ["open"]],
])("those in a state: %s", (sentence, wanted) => {
  expect(keeping(sentence)).toEqual(wanted);
});

test("takes plurals and names of several words as they are written", () => {
  expect(keeping("It has categories.", "categories")).toHaveLength(5);
  expect(keeping("It has a category.", "categories")).toHaveLength(5);
  expect(keeping("It has an address.", "addresses")).toHaveLength(5);
  expect(keeping("It has work orders.", "workOrders")).toHaveLength(5);
});

test.each([
  // Which of them is not said by a state.
  "Refused with 409 while it has tasks after today.",
  "409 while it has tasks in the future.",
  "409 while it has future tasks.",
  "409 while tasks of the next week exist.",
  "Refused while it has tasks that are younger than a day.",
  "409 while it has tasks, unless `force` is true.",
  "409 while it has tasks that are open and late.",
  // Others.
  "409 while it has task lists.",
  "409 while it has notes.",
  // Something else.
  "Tasks do not hinder (409 otherwise).",
  "The board is reserved for tasks.",
  "Its tasks must not be deleted with it.",
  "The version is older than that of a task.",
  "A board that has no tasks is refused.",
  "Only possible if it has tasks.",
  "Refused if the record is a task.",
])("none of them: %s", (sentence) => {
  expect(keeping(sentence)).toEqual([]);
});

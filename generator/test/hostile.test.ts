import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { isTestAll } from "../../test/test-all.ts";
import { attemptDocument, type Outcome } from "./hostile/attempt.ts";
import { everything } from "./hostile/description.ts";
import { payloads } from "./hostile/payloads.ts";
import { positionsOf, withText, type Position } from "./hostile/positions.ts";
import { Workspace } from "./hostile/workspace.ts";

const all = positionsOf(everything);
const workspace = new Workspace("hostile");

/** A name for a payload's packages. */
const scopeOf = (payload: string): string => payload.toLowerCase().replace(/[^a-z]+/g, "-");

/** What is in a diagnostic that a terminal would obey. */
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

/** What a reader of a file does not see as it is. */
const unseen = /[^\P{C}\n\t]|[\u2028\u2029\u2800\p{Default_Ignorable_Code_Point}]/u;

function outcomeOf(positions: readonly Position[], text: string, scope = "case"): Outcome {
  const outcome = attemptDocument(withText(everything, positions, text), `@${scope}`);
  if ("refused" in outcome && controls.test(outcome.refused.message))
    throw new Error(
      `a diagnostic has control characters: ${JSON.stringify(outcome.refused.message)}`,
    );
  return outcome;
}

/** Whether places are taken together, in their order in the description, which `withText` needs. */
function isAccepted(positions: readonly Position[], text: string): boolean {
  const ordered = all.filter((position) => positions.includes(position));
  return "files" in outcomeOf(ordered, text);
}

/** The places, of some, where a text is taken; the others refuse it with a diagnostic. */
function accepting(
  candidates: readonly Position[],
  text: string,
  taken: readonly Position[] = [],
): readonly Position[] {
  if (candidates.length === 0 || isAccepted([...taken, ...candidates], text))
    return [...taken, ...candidates];
  if (candidates.length === 1) return taken;
  const half = candidates.length >> 1;
  const first = accepting(candidates.slice(0, half), text, taken);
  return accepting(candidates.slice(half), text, first);
}

/** Places where OpenAPI leaves the text to the author. */
const free = accepting(
  all.filter(({ kind }) => kind !== "word"),
  "any text",
);
const bound = all.filter((position) => !free.includes(position));

it("most texts of a description are its author's", () => {
  expect(all.length).toBeGreaterThan(600);
  expect(free.length).toBeGreaterThan(230);
});

describe("a hostile text in every place at once", () => {
  const outcomes = new Map<
    string,
    {
      readonly places: number;
      readonly paths: readonly string[];
      readonly unseen: readonly string[];
      readonly pages: readonly { readonly path: string; readonly text: string }[];
    }
  >();

  beforeAll(async () => {
    // The places that refuse one text often refuse another: found by themselves, they need few attempts.
    const particular = new Set<Position>();
    for (const [name, payload] of Object.entries(payloads)) {
      const usual = accepting(
        free.filter((place) => !particular.has(place)),
        payload,
      );
      const taken = accepting([...particular], payload, usual);
      const places = free.filter((place) => taken.includes(place));
      for (const place of free) if (!taken.includes(place)) particular.add(place);
      const outcome = outcomeOf(places, payload, scopeOf(name));
      if (!("files" in outcome)) throw outcome.refused;
      const paths = outcome.files.map(({ path }) => path);
      const pages = outcome.files.flatMap((file) =>
        file.kind === "text" && file.path.endsWith(".md") ? [file] : [],
      );
      const printed = await workspace.install(scopeOf(name), outcome.files);
      const hiding = printed.filter(({ text }) => unseen.test(text)).map(({ path }) => path);
      outcomes.set(name, { places: places.length, paths, pages, unseen: hiding });
    }
  });

  it.for(Object.keys(payloads))("is taken, or refused with a reason: %s", (name) => {
    // A few places are particular: paths have templates, mappings references, schemes no inherited names.
    expect(outcomes.get(name)?.places).toBeGreaterThanOrEqual(free.length - 5);
  });

  it.for(Object.keys(payloads))("stays within the folders of the packages: %s", (name) => {
    for (const path of outcomes.get(name)?.paths ?? [])
      expect(path).toMatch(/^(contract|client|server|mocks)(\/[\p{ID_Continue}.-]+)+$/u);
  });

  // The joiners and selectors of emoji stay.
  it.for(Object.keys(payloads).filter((name) => name !== "emoji"))(
    "hides nothing in any file: %s",
    (name) => {
      expect(outcomes.get(name)?.unseen).toEqual([]);
    },
  );

  it.for(Object.keys(payloads))("leaves pages their own headings, and no HTML: %s", (name) => {
    expect(outcomes.get(name)?.pages.length).toBeGreaterThan(10);
    for (const { path, text } of outcomes.get(name)?.pages ?? []) {
      const prose = text.replaceAll(/^(`{3,})\w+\n[\s\S]*?^\1$/gm, "");
      expect(`${path}\n${prose}`).not.toMatch(/^\s{0,3}`{3}\w*$/m);
      // Each cell of a table is read by itself.
      const cells = prose.split(/\n|(?<!\\)\|/);
      const words = cells.map((cell) => cell.replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, ""));
      expect(`${path}\n${words.join("\n")}`).not.toMatch(/<(?!!-- prelude)/);
    }
  });

  it.skipIf(process.platform === "win32")("makes a shell run curl, and nothing else", () => {
    const commands = [...outcomes.values()].flatMap(({ pages }) =>
      pages.flatMap(({ text }) =>
        [...text.matchAll(/^(`{3,})sh\n(curl [\s\S]*?)\n\1$/gm)].map(
          ([, , command = ""]) => command,
        ),
      ),
    );
    expect(commands.length).toBeGreaterThan(Object.keys(payloads).length);
    const script = `curl() { count=$((count + 1)); }\n${commands.join("\n")}\necho "$count"`;
    const { stdout, stderr } = spawnSync("/bin/sh", ["-eu"], {
      input: script,
      encoding: "utf8",
      env: {
        PATH: "",
        API_KEY: "k",
        API_USERNAME: "u",
        API_PASSWORD: "p",
        API_CERTIFICATE: "c",
        API_CERTIFICATE_KEY: "c",
      },
    });
    expect({ stdout, stderr }).toEqual({ stdout: `${commands.length}\n`, stderr: "" });
  });

  it("compiles", async () => {
    expect(await workspace.compile()).toBe("");
  });

  it("does nothing when it is loaded and used", async () => {
    expect(await workspace.load()).toEqual({ fired: [], failed: [], isClean: true });
  });
});

describe("a hostile text where OpenAPI wants its own", () => {
  it.for(Object.entries(payloads))("is no crash: %s", ([name, payload]) => {
    const names = Object.keys(payloads);
    // `npm test` has each place once, with one of the texts.
    const places = isTestAll
      ? all
      : bound.filter((_, index) => index % names.length === names.indexOf(name));
    const crashed = places.filter((place) => {
      try {
        return outcomeOf([place], payload) === undefined;
      } catch {
        return true;
      }
    });
    expect(crashed).toEqual([]);
  });
});

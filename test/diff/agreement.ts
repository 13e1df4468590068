import type { Verdicts } from "../../generator/src/changes/diff/change-kinds.ts";
import type { Measured, Outcomes, Place, SaidChange } from "./measure-edit.ts";

export type { Verdicts };

/** Whom a change may break. */
export type Audience = keyof Verdicts;

const audiences: readonly Audience[] = ["compile", "run", "handlers"];

/** What was seen to break, for each audience: places and callers by their names; empty where nothing did. */
export type Broken = Readonly<Record<Audience, readonly string[]>>;

/** The gravest verdict for each audience. */
export function gravest(changes: readonly Pick<SaidChange, "verdicts">[]): Verdicts {
  const of = (audience: Audience): Verdicts[Audience] => {
    const said = changes.map(({ verdicts }) => verdicts[audience]);
    return said.includes("breaking")
      ? "breaking"
      : said.includes("compatible")
        ? "compatible"
        : "none";
  };
  return { compile: of("compile"), run: of("run"), handlers: of("handlers") };
}

/**
 * What broke of the project: for callers what the mock of the later description shows, for handlers what the mock does not,
 * values that callers get otherwise among it.
 *
 * @param before what came of the callers at the earlier handlers
 */
export function brokenBy({ compileErrors, run }: Measured, before: Outcomes): Broken {
  const isHandler = (place: string): boolean => place.startsWith("app/handlers/");
  const { atMock, atHandlers } = run;
  const failed = Object.keys(atHandlers.failed).filter((name) => !(name in atMock.failed));
  const changed = Object.entries(atHandlers.returned).flatMap(([name, value]) =>
    JSON.stringify(value) === JSON.stringify(before.returned[name]) ? [] : [name],
  );
  return {
    compile: compileErrors.filter((place) => !isHandler(place)),
    run: Object.keys(atMock.failed),
    handlers: [...compileErrors.filter(isHandler), ...failed, ...changed],
  };
}

/**
 * Where `diff` and what was seen are not the same.
 *
 * @param unused why nothing breaks for an audience though it was said to
 * @returns silent breaks and false alarms in words; empty where there are none
 */
export function disagreements(
  measured: Measured,
  broken: Broken,
  unused: Partial<Record<Audience, string>> = {},
): readonly string[] {
  const said = gravest(measured.changes);
  const named = new Set(placesSaid(measured));
  const silent = audiences.flatMap((audience) =>
    broken[audience].length > 0 && said[audience] !== "breaking"
      ? [`said to be ${said[audience]} for ${audience}, but ${broken[audience].join(", ")}`]
      : [],
  );
  const unnamed = measured.compileErrors.filter((place) => !named.has(place));
  const untrue = [...named].filter((place) => !measured.compileErrors.includes(place));
  const falseAlarms = audiences.filter(
    (audience) =>
      said[audience] === "breaking" &&
      broken[audience].length === 0 &&
      unused[audience] === undefined,
  );
  const handlerFiles = measured.changes.flatMap((change) => change.handlerFiles);
  const isUnnamed =
    broken.handlers.length > 0 &&
    handlerFiles.length === 0 &&
    !broken.handlers.some((place) => named.has(place));
  return [
    ...silent,
    ...unnamed.map((place) => `${place} does not compile, and was not named`),
    ...untrue.map((place) => `${place} was named, and compiles`),
    ...falseAlarms.map((audience) => `said to be breaking for ${audience}, and nothing broke`),
    ...(isUnnamed ? ["no handler was named"] : []),
  ];
}

/** The lines that `diff` says not to compile any more. */
export function placesSaid({ changes, otherErrors }: Measured): readonly string[] {
  const all: readonly Place[] = [...changes.flatMap(({ errors }) => errors), ...otherErrors];
  return [...new Set(all.map(({ file, line }) => `${file}:${line}`))];
}

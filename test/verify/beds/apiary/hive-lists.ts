import { faulty } from "./faults.ts";
import { shownHive } from "./hives.ts";
import { compareTexts, pageOf, pageQuery } from "./pages.ts";
import {
  booleanQuery,
  choiceQuery,
  choicesQuery,
  idQuery,
  instantQuery,
  single,
  textQuery,
  type Answer,
  type Call,
} from "./requests.ts";
import { hives, hiveStates, type Hive } from "./store.ts";

const orders = {
  label: (one: Hive, other: Hive) => compareTexts(one.label, other.label),
  frames: (one: Hive, other: Hive) => one.frames - other.frames,
  updatedAt: (one: Hive, other: Hive) => one.updatedAt - other.updatedAt,
};
const sorts = ["label", "-label", "frames", "-frames", "updatedAt", "-updatedAt"] as const;

function sorted(found: readonly Hive[], sort: (typeof sorts)[number]): Hive[] {
  const order = orders[sort.replace("-", "") as keyof typeof orders];
  const direction = sort.startsWith("-") ? -1 : 1;
  const ties = faulty("hives-ties-reversed") ? direction : 1;
  return found.toSorted(
    (one, other) =>
      direction * order(one, other) ||
      ties * compareTexts(one.label, other.label) ||
      ties * compareTexts(one.id, other.id),
  );
}

/** The instant from which on hives were changed. */
function sinceOf(call: Call): number | undefined {
  const since = instantQuery(call, "updatedSince");
  if (since === undefined || !faulty("hives-since-offset-ignored")) return since;
  return Date.parse(`${single(call, "updatedSince")?.slice(0, 19) ?? ""}Z`);
}

export function listHives(call: Call): Answer {
  const page = pageQuery(call);
  const apiaryId = idQuery(call, "apiaryId", "ap");
  const states = choicesQuery(call, "state", hiveStates);
  const tag = textQuery(call, "tag", 30);
  const hasQueen = booleanQuery(call, "hasQueen");
  const since = sinceOf(call);
  const sort = choiceQuery(call, "sort", sorts) ?? "label";
  const wanted = faulty("hives-last-state-only") ? states.slice(-1) : states;
  const isWanted = (hive: Hive): boolean =>
    (apiaryId === undefined || hive.apiaryId === apiaryId) &&
    (wanted.length === 0 || wanted.includes(hive.state)) &&
    (tag === undefined || hive.tags.includes(tag)) &&
    (hasQueen === undefined || (hive.queen !== null) === hasQueen) &&
    (since === undefined || hive.updatedAt >= since);
  const isOwn = ({ association }: Hive): boolean =>
    association === call.association ||
    (faulty("hives-of-other-apiaries") && apiaryId !== undefined);
  const own = [...hives.values()].filter(isOwn);
  const found = own.filter(isWanted);
  const answer = pageOf(sorted(found, sort).map(shownHive), page);
  return { status: 200, body: answer };
}

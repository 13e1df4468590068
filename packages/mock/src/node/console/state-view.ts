import type { MockDescription } from "../../description.ts";
import type { Mock } from "../../types.ts";

/** The most records of a resource in the console. */
const mostShown = 200;

/** The most characters of a text, and items of a list, in the console. */
const mostCharacters = 2000;
const mostItems = 100;

/** The current records of one resource, the newest first. */
export interface ResourceView {
  readonly resource: string;
  /** The member that identifies records. */
  readonly key?: string;
  readonly total: number;
  readonly records: readonly unknown[];
}

/** Returns the state of a mock for the console. */
export function stateView({ state }: MockDescription, mock: Mock): ResourceView[] {
  return Object.entries(state?.resources ?? {}).map(([resource, { key }]) => {
    return {
      resource,
      ...(key === undefined ? {} : { key }),
      total: mock.state.count(resource),
      records: mock.state.list(resource, mostShown).toReversed().map(shortened),
    };
  });
}

/** Shortens a value for the page: a record may have a megabyte. */
function shortened(value: unknown): unknown {
  if (typeof value === "string" && value.length > mostCharacters)
    return `${value.slice(0, mostCharacters)}… (${value.length} characters)`;
  if (Array.isArray(value)) {
    const more = value.length > mostItems ? [`… (${value.length} items)`] : [];
    return [...value.slice(0, mostItems).map(shortened), ...more];
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, shortened(member)]),
  );
}

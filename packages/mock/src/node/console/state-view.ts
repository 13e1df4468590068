import type { MockDescription } from "../../description.ts";
import type { Mock } from "../../types.ts";

/** The most records of a resource that the console shows. */
const mostShown = 200;

/** The records of one resource as they are now, the newest first. */
export interface ResourceView {
  readonly resource: string;
  /** The member that identifies records. */
  readonly key?: string;
  readonly total: number;
  readonly records: readonly unknown[];
}

/** The state of a mock, for people to look at. */
export function stateView({ state }: MockDescription, mock: Mock): ResourceView[] {
  return Object.entries(state?.resources ?? {}).map(([resource, { key }]) => {
    return {
      resource,
      ...(key === undefined ? {} : { key }),
      total: mock.state.count(resource),
      records: mock.state.list(resource, mostShown).toReversed(),
    };
  });
}

/** Handlers of which some may be missing, group by group. */
export type PartialHandlers<Handlers> = {
  readonly [Group in keyof Handlers]?: Partial<Handlers[Group]>;
};

/**
 * Passes some handlers off as all of them: the way to say that the missing operations shall answer
 * 501. It is for typing alone and gives back what it got.
 */
export function partial<Handlers>(handlers: PartialHandlers<Handlers>): Handlers {
  return handlers as Handlers;
}

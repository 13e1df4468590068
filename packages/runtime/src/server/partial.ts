/** Handlers by group, some of which may be missing. */
export type PartialHandlers<Handlers> = {
  readonly [Group in keyof Handlers]?: Partial<Handlers[Group]>;
};

/**
 * Types some handlers as if they were all: operations without a handler respond with 501, or with the
 * option `missing`. Returns its argument.
 */
export function partial<Handlers>(handlers: PartialHandlers<Handlers>): Handlers {
  return handlers as Handlers;
}

import { isObject, member, type Json } from "../../json.ts";
import type { ApiModel, MediaType, Operation, Parameter } from "../../model/api-model.ts";
import type { EarlierProperty } from "../../model/renames/mark-renames.ts";
import { RenamedSchemas } from "./renamed-schemas.ts";

/** The earlier names of the members of a value, and of what lies in these. */
export interface RenamePlan {
  /** Earlier name → today's. */
  readonly names: ReadonlyMap<string, string>;
  /** By today's names. */
  readonly members: ReadonlyMap<string, RenamePart>;
  readonly items: RenamePart | undefined;
  /** What lies in members that are not declared, and the names of those that are. */
  readonly others: { readonly part: RenamePart; readonly but: readonly string[] } | undefined;
}

/** A plan by itself, or one with a name. */
export type RenamePart = RenamePlan | { readonly name: string };

/** What an operation accepts, and answers, by earlier names too. */
export interface OperationRenamePlan {
  /** Earlier name → today's, of parameters. */
  readonly locations: ReadonlyMap<Parameter["in"], ReadonlyMap<string, string>>;
  /** By media type. */
  readonly body: ReadonlyMap<string, RenamePart>;
  /** By status and media type. */
  readonly responses: ReadonlyMap<string, ReadonlyMap<string, RenamePart>>;
}

/** The earlier names of a whole description. */
export interface PlannedRenames {
  /** Operations that have any. */
  readonly operations: ReadonlyMap<Operation, OperationRenamePlan>;
  /** Of the errors that all operations share. */
  readonly commonError: RenamePart | undefined;
  readonly named: ReadonlyMap<string, RenamePlan>;
  /** Names of members that are not accepted, since something else that a value may be has a member of that name. */
  readonly ambiguous: readonly EarlierProperty[];
}

/** Plans what is read and written by earlier names too (`x-renamed-from`): parameters, and members of bodies. */
export function planRenames(model: ApiModel): PlannedRenames {
  const planner = new BodyPlanner(RenamedSchemas.of(model));
  const common = model.commonErrors && planner.part([model.commonErrors.schema.schema]);
  const plans = model.groups
    .flatMap((group) => group.operations)
    .map((operation) => [operation, operationPlan(planner, operation)] as const)
    .filter(([, plan]) => common !== undefined || !isNothing(plan));
  const { named, ambiguous } = planner;
  return { operations: new Map(plans), commonError: common, named, ambiguous };
}

const isNothing = ({ locations, body, responses }: OperationRenamePlan): boolean =>
  locations.size + body.size + responses.size === 0;

function operationPlan(planner: BodyPlanner, operation: Operation): OperationRenamePlan {
  const { parameters, requestBody, responses } = operation;
  const locations = [...Map.groupBy(parameters, (one) => one.in)].map(
    ([location, own]) => [location, earlierOf(own)] as const,
  );
  const answers = responses.map(({ status, content }) => [status, planner.of(content)] as const);
  return {
    locations: new Map(locations.filter(([, names]) => names.size > 0)),
    body: planner.of(requestBody?.content ?? []),
    responses: new Map(answers.filter(([, own]) => own.size > 0)),
  };
}

const earlierOf = (parameters: readonly Parameter[]): ReadonlyMap<string, string> =>
  new Map(
    parameters.flatMap(({ name, earlierNames }) =>
      earlierNames.map((earlier) => [earlier, name] as const),
    ),
  );

/** Plans bodies; those of schemas that lead back to themselves have a name. */
class BodyPlanner {
  readonly #schemas: RenamedSchemas;
  readonly #plans = new Map<string, RenamePlan>();
  readonly #started = new Set<string>();
  /** By where they are written. */
  readonly #ambiguous = new Map<string, EarlierProperty>();

  constructor(schemas: RenamedSchemas) {
    this.#schemas = schemas;
  }

  /** The plans that have a name, those too in which nothing is renamed. */
  get named(): ReadonlyMap<string, RenamePlan> {
    return this.#plans;
  }

  /** See {@link PlannedRenames}. */
  get ambiguous(): readonly EarlierProperty[] {
    return [...this.#ambiguous.values()];
  }

  /** The plans of bodies by media type, of those in which anything is renamed. */
  of(content: readonly MediaType[]): ReadonlyMap<string, RenamePart> {
    const found = content.flatMap(({ mediaType, kind, schema }) => {
      const hasMembers = kind === "json" || kind === "form" || kind === "multipart";
      const part = hasMembers && schema !== undefined ? this.part([schema.schema]) : undefined;
      return part === undefined ? [] : [[mediaType, part] as const];
    });
    return new Map(found);
  }

  /**
   * The plan of a value.
   *
   * @param schemas alternatives: nothing tells which of them the value conforms to
   */
  part(schemas: readonly Json[]): RenamePart | undefined {
    if (!schemas.some((schema) => this.#schemas.hasRenamed(schema))) return undefined;
    const name = this.#schemas.nameOf(schemas);
    if (name === undefined) return this.#plan(schemas);
    if (!this.#started.has(name)) {
      this.#started.add(name);
      this.#plans.set(name, this.#plan(schemas) ?? nothing);
    }
    return { name };
  }

  #plan(schemas: readonly Json[]): RenamePlan | undefined {
    const { properties, items, additional } = this.#schemas.flattened(schemas);
    const members = new Map<string, RenamePart>();
    for (const [name, declared] of properties) {
      const part = this.part(declared);
      if (part !== undefined) members.set(name, part);
    }
    const names = this.#names(properties);
    const others = this.part(additional);
    const plan: RenamePlan = {
      names,
      members,
      items: this.part(items),
      others: others && { part: others, but: [...properties.keys(), ...names.keys()] },
    };
    const isEmpty = names.size + members.size === 0 && !plan.items && !plan.others;
    return isEmpty ? undefined : plan;
  }

  /** The names that stand for one member alone, whatever the value is. */
  #names(properties: ReadonlyMap<string, readonly Json[]>): ReadonlyMap<string, string> {
    const found = [...properties].flatMap(([today, declared]) =>
      declared.flatMap((one) => this.#schemas.earlierNames(one).map((had) => ({ ...had, today }))),
    );
    const isClear = ({ name, today }: (typeof found)[number]): boolean =>
      !properties.has(name) && found.every((other) => other.name !== name || other.today === today);
    for (const one of found) if (!isClear(one)) this.#ambiguous.set(one.pointer, one);
    return new Map(found.filter(isClear).map(({ name, today }) => [name, today]));
  }
}

const nothing: RenamePlan = {
  names: new Map(),
  members: new Map(),
  items: undefined,
  others: undefined,
};

/**
 * The earlier names of the members of a form, for which their shapes and encodings hold too: what is written as text
 * is read by its shape.
 */
export function earlierFormNames(model: ApiModel, schema: Json): ReadonlyMap<string, string> {
  const schemas = RenamedSchemas.of(model);
  if (!isObject(schema) || !schemas.hasRenamed(schema)) return new Map();
  const { properties } = schemas.flattened([schema]);
  const names = [...properties].flatMap(([name, declared]) =>
    declared.flatMap((one) =>
      schemas.earlierNames(one).map((earlier) => [earlier.name, name] as const),
    ),
  );
  return new Map(names.filter(([earlier]) => !properties.has(earlier)));
}

/** A form's members with those that have an earlier name under that too. */
export function withEarlierMembers<Member>(
  members: Readonly<Record<string, Member>>,
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, Member>> {
  const earlier = [...names].flatMap(([name, today]) => {
    const own = member(members, today) as Member | undefined;
    return own === undefined ? [] : [[name, own] as const];
  });
  return { ...members, ...Object.fromEntries(earlier) };
}

import type { PathParameterState, StateDescriptor, StateOperation } from "../description.ts";

/** The relations of a resource, as operations have them. */
export interface ResourceRelations {
  /** Resources whose records are below those of this one, and how they say so. */
  readonly children: (Pick<PathParameterState, "parameter" | "member"> & {
    readonly resource: string;
  })[];
  /** Operations that show records, the best first. */
  readonly views: string[];
  /** Operations that create records. */
  readonly creators: string[];
  /** True if operations create records, and whether one of them is switched on. */
  creation: "none" | "off" | "on";
  /** Members that are shown only to who asks for them. */
  readonly hidden: Set<string>;
  /** The member with the number of bytes of a record's contents. */
  size: string | undefined;
  /** The member with the contents. */
  contents: string | undefined;
  /** The properties that requests to create a record may have; `undefined` when they are not known. */
  given: readonly string[] | undefined;
}

/** From the best to show what a record looks like to the worst. */
const viewKinds: readonly StateOperation["kind"][] = [
  ...(["read", "replace", "update", "act", "list", "stream", "create", "delete"] as const),
];

/** The relations of resources, gathered from all operations. */
export class Relations {
  readonly #byResource = new Map<string, ResourceRelations>();

  constructor({ operations }: StateDescriptor, isOn: (operationId: string) => boolean) {
    const all = Object.entries(operations);
    for (const [operationId, state] of all) {
      if (state.kind === "create") this.of(state.resource).creators.push(operationId);
      this.#addOperation(state, isOn(operationId));
      for (const parent of state.path) this.#addParent(state.resource, parent);
    }
    for (const kind of viewKinds) {
      for (const [operationId, state] of all)
        if (state.kind === kind) this.of(state.resource).views.push(operationId);
    }
  }

  of(resource: string): ResourceRelations {
    const known = this.#byResource.get(resource);
    if (known !== undefined) return known;
    const made: ResourceRelations = {
      children: [],
      views: [],
      creators: [],
      creation: "none",
      hidden: new Set(),
      size: undefined,
      contents: undefined,
      given: undefined,
    };
    this.#byResource.set(resource, made);
    return made;
  }

  #addOperation(state: StateOperation, isOn: boolean): void {
    const relations = this.of(state.resource);
    if (state.kind === "create") {
      if (relations.creation !== "on") relations.creation = isOn ? "on" : "off";
      relations.given ??= state.given;
    } else if (state.kind === "read") {
      for (const member of Object.keys(state.includes ?? {})) relations.hidden.add(member);
    } else if (state.kind === "sign") {
      relations.size ??= state.size;
      relations.contents ??= state.contents;
    }
  }

  /** A resource that stands in a path of its own is not below itself. */
  #addParent(resource: string, { resource: parent, parameter, member }: PathParameterState): void {
    if (parent === undefined || parent === resource) return;
    const { children } = this.of(parent);
    if (children.some((one) => one.resource === resource && one.parameter === parameter)) return;
    children.push({ resource, parameter, ...(member === undefined ? {} : { member }) });
  }
}

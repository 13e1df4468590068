import type { PathParameterState, StateDescriptor, StateOperation } from "../description.ts";

/** How a resource is related to operations and other resources. */
export interface ResourceRelations {
  /** The resources below this one, with the parameter or member that contains its key. */
  readonly children: (Pick<PathParameterState, "parameter" | "member"> & {
    readonly resource: string;
  })[];
  /** The operations that return its records, the best first. */
  readonly views: string[];
  /** The operations that create its records. */
  readonly creators: string[];
  /** Whether operations create its records, and whether one of them is switched on. */
  creation: "none" | "off" | "on";
  /** Members that are only returned on request. */
  readonly hidden: Set<string>;
  /** The member with the size of a record's contents in bytes. */
  size: string | undefined;
  /** The member with the contents. */
  contents: string | undefined;
  /** The properties that requests to create a record may have; `undefined` when they are unknown. */
  given: readonly string[] | undefined;
}

/** Kinds of operations, sorted by how well their answers represent a record. */
const viewKinds: readonly StateOperation["kind"][] = [
  ...(["read", "replace", "update", "act", "list", "stream", "create", "delete"] as const),
];

/** The relations of all resources, collected from the operations. */
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
    } else if (state.kind === "replace") {
      relations.given ??= state.given;
    } else if (state.kind === "read") {
      for (const member of Object.keys(state.includes ?? {})) relations.hidden.add(member);
    } else if (state.kind === "sign") {
      relations.size ??= state.size;
      relations.contents ??= state.contents;
    }
  }

  /** A resource whose own key is a path parameter is not its own parent. */
  #addParent(resource: string, { resource: parent, parameter, member }: PathParameterState): void {
    if (parent === undefined || parent === resource) return;
    const { children } = this.of(parent);
    if (children.some((one) => one.resource === resource && one.parameter === parameter)) return;
    children.push({ resource, parameter, ...(member === undefined ? {} : { member }) });
  }
}

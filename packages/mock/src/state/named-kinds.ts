import {
  bodyIssue,
  escapePointerToken,
  getMember,
  RequestFailure,
  setMember,
} from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { ResourceDescriptor, VariantKind } from "../description.ts";
import { kindOf } from "./variants.ts";

/** A member that names the kind of another member's value: `type` for `config`. */
interface Naming {
  readonly name: string;
  readonly member: string;
  readonly kinds: readonly VariantKind[];
}

/**
 * Returns the members of a request with consistent kinds: if only one of a member and the name of its kind is
 * given, the other follows from it.
 *
 * @param old the record that the request changes
 * @throws {RequestFailure} 400 if they contradict each other
 */
export function withKindsNamed(
  descriptor: ResourceDescriptor,
  body: JsonObject,
  old?: JsonObject,
): JsonObject {
  const names: JsonObject = {};
  for (const { name, member, kinds } of namingsOf(descriptor)) {
    const said = getMember(body, name);
    const named = kinds.find((kind) => labelOf(kind) === said);
    const given = kindOf(kinds, getMember(body, member));
    if (given !== undefined && named !== undefined && given !== named)
      throw disagreeing(member, `must be of the kind ${String(said)}, which ${name} says`);
    if (given !== undefined && said === undefined) {
      const before = getMember(old, name);
      const isNaming = old === undefined || kinds.some((kind) => labelOf(kind) === before);
      if (isNaming) setMember(names, name, labelOf(given));
    }
    if (named === undefined || getMember(body, member) !== undefined) continue;
    const present = kindOf(kinds, getMember(old, member));
    if (present !== undefined && present !== named)
      throw disagreeing(name, `must be ${String(labelOf(present))}, the kind that ${member} is of`);
  }
  return Object.keys(names).length === 0 ? body : { ...body, ...names };
}

const disagreeing = (member: string, message: string): RequestFailure =>
  new RequestFailure(400, [bodyIssue("kind", message, `/${escapePointerToken(member)}`)]);

const labelOf = ({ tag, is }: VariantKind): unknown => is ?? tag;

/** Returns the members that name kinds in all initial records. */
function namingsOf({ variants = [], seeds }: ResourceDescriptor): readonly Naming[] {
  return variants.flatMap(({ member, kinds }): Naming[] => {
    if (member === "") return [];
    const labels = seeds.map(({ value }) => ({ value, kind: kindOf(kinds, value[member]) }));
    const known = labels.filter(({ kind }) => kind !== undefined);
    const [first] = known;
    const name = Object.keys(first?.value ?? {}).find((one) =>
      known.every(({ value, kind }) => kind && value[one] === labelOf(kind)),
    );
    return name === undefined || name === member ? [] : [{ name, member, kinds }];
  });
}

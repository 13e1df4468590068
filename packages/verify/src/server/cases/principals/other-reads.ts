import { getMember } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, pointerParts } from "@openapi-packages/description";
import { plainName } from "@openapi-packages/compiler/mock/state/words";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { evaluated } from "../../../expressions/runtime-expression.ts";
import { fullerInput } from "../../../records/fuller.ts";
import { valuesAt } from "../../../records/places.ts";
import { isSuccess, type Made } from "../flows/flow.ts";
import type { ResourceFlow } from "../flows/resources.ts";
import { linksOf, withParameters } from "../links.ts";
import type { Access, ReportAccess } from "./reach.ts";

/** The most operations that are tried. */
const mostReads = 2;

/** Gives the record of this check texts that no other record has. */
const ownTexts = 170;

/** An operation that shows a record, which it finds by another member than the key. */
interface OtherRead {
  readonly operation: VerifiedOperation;
  /** Returns its input; `undefined` if the record does not have what it is found by. */
  readonly inputFor: (own: CallInput, made: Made) => CallInput | undefined;
}

/**
 * Checks that the other principal does not find the record by another member than its key, such as
 * `/orders-by-number/{number}`: 1 request for a record with texts of its own, and 1 for each of at most 2 operations.
 */
export async function reachedByOtherReads(
  { own, other }: Access,
  report: ReportAccess,
): Promise<void> {
  const { api, records } = own.probe;
  const reads = otherReads(api, own.resource);
  if (reads.length === 0) return;
  const { create, read } = own.resource;
  const { operation } = create;
  if (read === undefined) return;
  const made = await own.create((input) => {
    const full = fullerInput(api, operation, input);
    return records.varied(operation, full, ownTexts) ?? full;
  });
  for (const one of made === undefined ? [] : reads.slice(0, mostReads)) {
    const { input } = await records.inputFor(one.operation, false);
    const asked = input && made && one.inputFor(input, made);
    if (asked === undefined || !other.probe.mayCall(one.operation)) continue;
    const seen = await other.probe.call(one.operation, asked);
    const isIt = String(own.keyOf(own.shown(read, seen))) === made?.record.key;
    if (made !== undefined && isSuccess(seen) && isIt)
      report(one, `shows another principal's ${own.resource.name}`, [made.exchange, seen]);
  }
}

/**
 * Returns the secured GETs that show a record as its own GET does: those to which a link of the creation leads, and those
 * whose one parameter of the path has the name of a member.
 */
function otherReads(api: VerifiedApi, { create, read }: ResourceFlow): readonly OtherRead[] {
  const type = read && shownType(read.operation);
  const isOther = (one: VerifiedOperation): boolean =>
    one.model.method === "GET" &&
    one !== read?.operation &&
    one.model.security.length > 0 &&
    type !== undefined &&
    shownType(one) === type;
  const linked = linksOf(api, create.operation)
    .filter(({ target }) => isOther(target))
    .map(({ target, link }): OtherRead => ({
      operation: target,
      inputFor: (own, { exchange, input }) => {
        const values = evaluated(link["parameters"] ?? {}, { exchange, input });
        return isObject(values) ? withParameters(target, own, values) : undefined;
      },
    }));
  const named = api.operations
    .filter((one) => isOther(one) && linked.every(({ operation }) => operation !== one))
    .flatMap((operation): OtherRead[] => {
      const [parameter, ...others] = operation.model.parameters.filter(
        (one) => one.in === "path" || one.required,
      );
      if (parameter?.in !== "path" || others.length > 0) return [];
      const { name } = parameter;
      const inputFor: OtherRead["inputFor"] = (own, { record }) => {
        const [shown] = valuesAt(record.value, pointerParts(record.at ?? ""));
        const value = isObject(shown) ? memberNamed(shown, name) : undefined;
        return value === undefined ? undefined : { ...own, path: { ...own.path, [name]: value } };
      };
      return [{ operation, inputFor }];
    });
  return [...linked, ...named];
}

/** Returns the name of the schema that a GET answers with. */
function shownType({ model }: VerifiedOperation): string | undefined {
  const answer = model.responses.find(({ status }) => status === "200");
  const meaning = answer?.content.find(({ kind }) => kind === "json")?.schema?.meaning;
  return meaning?.kind === "reference" ? meaning.name : undefined;
}

/** Returns the text or number that a record has by a name, in whatever notation. */
function memberNamed(record: object, name: string): string | number | undefined {
  const own = Object.keys(record).find((one) => plainName(one) === plainName(name));
  const value = own === undefined ? undefined : getMember(record, own);
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

import type { Operation } from "@openapi-packages/description/model/api-model";
import {
  mayStream,
  successContent,
} from "@openapi-packages/description/model/streams/stream-member";
import { propertyKey } from "@openapi-packages/description/text/escape";
import { outputText, isInputOptional } from "../contract/operation-types.ts";
import { mediaTypeText } from "../contract/body-types.ts";
import type { ModuleScope } from "../module-scope.ts";
import { runtimeType } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { itemText } from "../type-text.ts";

/** One signature of a method. */
export interface Overload {
  readonly input: string;
  readonly isInputOptional: boolean;
  readonly options: string;
  readonly areOptionsOptional: boolean;
  readonly returnType: string;
}

/** True if an operation has overloads, because the caller chooses between a stream and a whole response. */
export function hasOverloads({ pagination, responses }: Operation): boolean {
  return pagination === undefined && mayStream(responses);
}

/**
 * Returns the signatures of such an operation: for a stream, for a whole response, and for a call where this
 * is not known. They are distinguished by the member of the body that asks for a stream, otherwise by
 * `accept`.
 */
export function callOverloads(
  names: ModuleScope,
  operation: Operation,
  input: string,
  result: string,
): Overload[] {
  const member = operation.requestBody?.streamMember;
  const content = successContent(operation.responses);
  const types = (isStream: boolean): string =>
    [...new Set(content.filter(({ stream }) => (stream !== undefined) === isStream))]
      .map(mediaTypeText)
      .join(" | ");
  const items = content.filter(({ stream }) => stream !== undefined);
  const item = [...new Set(items.map((media) => itemText(names, media)))].join(" | ");
  const streamOptions = names.use(runtimeType("/client", "StreamCallOptions"));
  const callOptions = names.use(runtimeType("/client", "CallOptions"));
  const call = names.use(runtimeType("/client", "Call"));
  const stream = `${names.use(runtimeType("/client", "StreamCall"))}<${item}, ${result}>`;
  const whole = `${call}<${outputText(names, wholeOnly(operation))}, ${result}>`;
  const either = `${call}<${outputText(names, operation)}, ${result}>`;
  const isOptional = isInputOptional(operation);
  const usual = { input, isInputOptional: isOptional, areOptionsOptional: true };
  const last = { ...usual, options: `${callOptions}<${types(true)} | ${types(false)}>` };
  const chosen =
    member === undefined
      ? [
          byAccept(usual, streamOptions, types(true), stream),
          byAccept(usual, callOptions, types(false), whole),
        ]
      : [
          {
            ...usual,
            input: `${input} & ${asksForStream(operation, member, true)}`,
            isInputOptional: false,
            options: `${streamOptions}<${types(true)}>`,
            returnType: stream,
          },
          {
            ...usual,
            input: `${input} & ${asksForStream(operation, member, false)}`,
            options: `${callOptions}<${types(false)}>`,
            returnType: whole,
          },
        ];
  return [...chosen, { ...last, returnType: either }];
}

function byAccept(
  { input, isInputOptional: isOptional }: Pick<Overload, "input" | "isInputOptional">,
  options: string,
  types: string,
  returnType: string,
): Overload {
  return {
    // An optional parameter must not come before a required one.
    input: isOptional ? `${input} | undefined` : input,
    isInputOptional: false,
    options: `${options}<${types}> & { readonly accept: ${types} }`,
    areOptionsOptional: false,
    returnType,
  };
}

function asksForStream({ requestBody }: Operation, member: string, isStream: boolean): string {
  const name = propertyKey(member);
  if (isStream) return `{ body: { ${name}: true } }`;
  const mark = requestBody?.required === true ? "" : "?";
  return `{ body${mark}: { ${name}?: false | null } }`;
}

/** Returns an operation without the streams among its successes. */
const wholeOnly = (operation: Operation): Operation => ({
  ...operation,
  responses: operation.responses
    .map((response) => ({
      ...response,
      content: response.content.filter(({ stream }) => stream === undefined),
      hadContent: response.content.length > 0,
    }))
    .filter(({ content, hadContent }) => content.length > 0 || !hadContent),
});

import { isObject } from "@openapi-packages/runtime/internals";
import { stateMemberOf } from "../../../records/stories/state-member.ts";
import type { Flow, Made } from "../flows/flow.ts";

/** False if a sentence is about records in a state that a new one does not have. */
export function isOfState(flow: Flow, { exchange }: Made, sentence: string): boolean {
  const { create, name } = flow.resource;
  const state = stateMemberOf(flow.probe.api, name);
  const shown = flow.shown(create, exchange);
  const own = isObject(shown) ? String(shown[state?.name ?? ""]) : "";
  const named = (state?.values ?? []).flatMap((value) => {
    const found = new RegExp(`(\\bnot )?(?:\\bbe )?\\b${value}\\b`, "i").exec(sentence);
    return found === null ? [] : [{ value, isExcluded: found[1] !== undefined }];
  });
  const wanted = named.filter(({ isExcluded }) => !isExcluded);
  if (named.some(({ value, isExcluded }) => isExcluded && value === own)) return false;
  return own === "" || wanted.length === 0 || wanted.some(({ value }) => value === own);
}

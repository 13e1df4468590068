import { comment, propertyKey } from "../../escape.ts";
import type { Parameter } from "../../model/api-model.ts";
import { parameterComment } from "../documentation.ts";
import type { ModuleScope } from "../module-scope.ts";
import { typeText } from "../type-text.ts";

/** A parameter as a member of a type. */
export function parameterText(scope: ModuleScope, parameter: Parameter): string {
  const optional = parameter.required ? "" : "?";
  return `${parameterComment(parameter)}${propertyKey(parameter.name)}${optional}: ${typeText(scope, parameter.schema)};`;
}

/** An object type with one member per parameter, which may be given by its earlier name: a required one by either. */
export function earlierParametersText(
  scope: ModuleScope,
  parameters: readonly Parameter[],
): string {
  const isChoice = ({ required, earlierNames }: Parameter): boolean =>
    required && earlierNames.length > 0;
  const members = parameters.flatMap((one) =>
    isChoice(one) ? [] : [parameterText(scope, one), ...earlierTexts(scope, one)],
  );
  const choices = parameters.filter(isChoice).map((one) => choiceText(scope, one));
  const own = members.length === 0 ? [] : [objectText(members)];
  return [...own, ...choices].join(" & ");
}

function choiceText(scope: ModuleScope, parameter: Parameter): string {
  const today = [parameterText(scope, parameter), ...earlierTexts(scope, parameter)];
  const earlier = parameter.earlierNames.map((name) => [
    `${propertyKey(parameter.name)}?: undefined;`,
    ...earlierTexts(scope, parameter, name),
  ]);
  return `(${[today, ...earlier].map(objectText).join(" | ")})`;
}

/** @param required the name that has to be given */
function earlierTexts(
  scope: ModuleScope,
  { name: today, earlierNames, schema }: Parameter,
  required?: string,
): string[] {
  return earlierNames.map((name) => {
    const optional = name === required ? "" : "?";
    const docs = `/** @deprecated Use \`${comment(today)}\`. */`;
    return `${docs}\n${propertyKey(name)}${optional}: ${typeText(scope, schema)};`;
  });
}

const objectText = (members: readonly string[]): string => `{\n${members.join("\n")}\n}`;

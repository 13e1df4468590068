import type { EmitModel } from "../emit-model.ts";
import type { NameScope } from "../module-scope.ts";
import { parametersText } from "./operation-types.ts";

/** Declares the types of headers that responses share. */
export const sharedHeaderTypes = (names: NameScope, { sharedHeaders }: EmitModel): string[] =>
  sharedHeaders.all.map(
    ({ name, headers }) =>
      `/** Headers of responses. */\nexport interface ${name} ${parametersText(names, headers)}`,
  );

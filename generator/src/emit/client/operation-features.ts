import type { Operation } from "@openapi-packages/description/model/api-model";
import { runtimeValue } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { hasCodec } from "@openapi-packages/compiler/compile/descriptors/codec-data";
import {
  Expression,
  type DataObject,
  type DataValue,
} from "@openapi-packages/compiler/compile/data";
import type { ModuleScope } from "../module-scope.ts";
import { contractSymbols } from "../symbols.ts";
import { clientFeatures } from "./client-features.ts";
import type { EmitModel } from "../emit-model.ts";

/**
 * Returns the features of an operation's function, as the runtime's `ClientFeatures`.
 *
 * @param isPolled true if the function polls a status
 */
export function featuresOf(
  model: EmitModel,
  names: ModuleScope,
  operation: Operation,
  isPolled: boolean,
): DataObject {
  const errors = [...(model.errorClasses.byOperation.get(operation) ?? [])].map(
    ([status, symbol]): [string, DataValue] => [status, new Expression(names.use(symbol))],
  );
  const functions = clientFeatures(model, operation).map(
    ({ member, name }): [string, DataValue] => [
      member,
      new Expression(names.use(runtimeValue("/client", name))),
    ],
  );
  const { polling } = operation;
  return {
    ...(isPolled && polling !== undefined ? { polling: { ...polling } } : {}),
    ...(errors.length === 0 ? {} : { errors: Object.fromEntries(errors) }),
    ...Object.fromEntries(functions),
    ...conversionOf(model, names, operation),
  };
}

/**
 * Leaves out of a descriptor what no call reads: parameters that are written by name in the default styles,
 * unless pages are followed by them, and a body that is JSON.
 */
export function calledDescriptor(
  model: EmitModel,
  operation: Operation,
  descriptor: DataObject,
): DataObject {
  const features = clientFeatures(model, operation);
  const { pagination, requestBody } = operation;
  const arePlain = !pagination && features.every(({ member }) => member !== "writeParameters");
  const isJson = features.some(({ name }) => name === "jsonBody");
  const isRead = hasCodec(model, operation) || requestBody?.streamMember !== undefined;
  return {
    ...descriptor,
    ...(arePlain ? { parameters: undefined } : {}),
    ...(isJson && !isRead ? { requestBody: undefined } : {}),
  };
}

function conversionOf(model: EmitModel, names: ModuleScope, operation: Operation): DataObject {
  if (!hasCodec(model, operation)) return {};
  const converted = names.use(runtimeValue("/client", "converted"));
  const codec = new Expression(names.use(contractSymbols.codec(operation)));
  const { codecs } = model;
  const isExact =
    codecs?.commonErrorHasBigInts === true ||
    codecs?.operations.get(operation)?.hasBigInts === true;
  return {
    conversion: new Expression(`/* @__PURE__ */ ${converted}`, [codec]),
    ...(isExact
      ? { parse: new Expression(names.use(runtimeValue("/conversion", "parseExact"))) }
      : {}),
  };
}

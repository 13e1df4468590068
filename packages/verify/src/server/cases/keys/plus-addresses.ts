import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, type Parameter } from "@openapi-packages/description";
import { sentencesAbout } from "../../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";

/** An operation on what an e-mail address in its path names. */
export interface AddressedOperation {
  readonly operation: VerifiedOperation;
  readonly parameter: Parameter;
}

/** Words by which a description refuses addresses with a plus sign. */
const refusesPlus =
  /(?:\bplus\b|\+|\bsub-?address).*\b(?:refused|invalid|not|never|no|400|422)\b|\b(?:refused|invalid|not|never|no|without)\b.*(?:\bplus\b|\+|\bsub-?address)/i;

/** Returns the operations whose path has a parameter that is an e-mail address, by its pattern or format. */
export function addressedOperations(api: VerifiedApi): AddressedOperation[] {
  const isRefused = api.operations.some((one) =>
    sentencesAbout(api, one).some((sentence) => refusesPlus.test(sentence)),
  );
  if (isRefused) return [];
  return api.operations.flatMap((operation): AddressedOperation[] => {
    const parameter = operation.model.parameters.find(
      ({ in: location, schema: { json } }) =>
        location === "path" &&
        [addressOf(0, "+"), addressOf(0, "-")].every((one) => api.description.holds(json, one)) &&
        !["verify", "verify@", "@example.com"].some((one) => api.description.holds(json, one)),
    );
    return parameter === undefined ? [] : [{ operation, parameter }];
  });
}

const addressOf = (seed: number, sign: string): string =>
  `verify${sign}${seed.toString(36)}@example.com`;

/**
 * Calls an operation on an e-mail address with a plus sign, which stands for itself in a path (RFC 3986, section 3.3). A
 * service that reads it as a space refuses the address, and not the same one with a hyphen; or shows it with a space. 1
 * request, and 1 more if it is refused.
 */
export async function verifyPlus(
  probe: Probe,
  { operation, parameter }: AddressedOperation,
): Promise<void> {
  const { input } = await probe.records.inputFor(operation, true);
  if (input === undefined) return;
  const [address, hyphenated] = [addressOf(probe.seed, "+"), addressOf(probe.seed, "-")];
  const call = (key: string): Promise<Exchange> =>
    probe.call(operation, withAddress(input, parameter.name, key));
  const exchange = await call(address);
  const { pointer } = operation.model;
  if (
    isObject(exchange.value) &&
    Object.values(exchange.value).includes(address.replace("+", " "))
  ) {
    const message = `shows ${JSON.stringify(address.replace("+", " "))} for ${JSON.stringify(address)} in its path, where a plus sign is no space (RFC 3986, section 3.3)`;
    probe.report({ check: "read-after-create", message, pointer }, operation, [exchange]);
    return;
  }
  if (!isMalformed(exchange)) return;
  const other = await call(hyphenated);
  const status = other.response?.status ?? 0;
  const isKnown = (status >= 200 && status < 300) || [404, 409, 410, 412, 428].includes(status);
  if (!isKnown) return;
  const message = `refuses ${JSON.stringify(address)} as \`${parameter.name}\` of the path, which its schema allows: it answers ${exchange.response?.status}, and ${status} to ${JSON.stringify(hyphenated)}`;
  const problem = { check: "accepts-valid", message, pointer: parameter.schema.pointer } as const;
  probe.report(problem, operation, [exchange, other]);
}

const isMalformed = ({ response }: Exchange): boolean =>
  response?.status === 400 || response?.status === 422;

/** Returns an input with another key in its path, and in its body if that repeats it. */
function withAddress(input: CallInput, name: string, key: string): CallInput {
  const { body, path } = input;
  const isRepeated = isObject(body) && Object.hasOwn(body, name);
  return {
    ...input,
    path: { ...path, [name]: key },
    ...(isRepeated && { body: { ...body, [name]: key } }),
  };
}

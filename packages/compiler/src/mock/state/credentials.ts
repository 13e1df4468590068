import type { CredentialDescriptor, ValidityDescriptor } from "@openapi-packages/mock/description";
import { toPointer, type Json } from "@openapi-packages/description/json/json";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import { namedSchemes, type NamedScheme } from "@openapi-packages/description/model/named-schemes";
import type { Classified } from "./classify.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import type { Shape, Shapes } from "./shapes.ts";
import { timeFormatOf } from "./times.ts";
import { plainName, wordList, wordsOf } from "./words.ts";

/**
 * A resource whose records are credentials; `isShownOnce` is true if only the answer to their creation
 * shows the secret.
 */
export interface InferredCredential {
  readonly descriptor: CredentialDescriptor;
  readonly isShownOnce: boolean;
  /** The JSON pointer of the secret in the answer, if it is beside the record and not within it. */
  readonly beside?: string;
}

/** Last words of the names of resources that authenticate a caller. */
const credentialNouns = new Set(wordList("key token credential secret apikey pat"));

/** Words before these for other things: keys that encrypt or sign, or that the client provides. */
const otherNouns = new Set(
  wordList(
    "ssh gpg pgp public private signing encryption encrypted host deploy webhook push device " +
      "payment card kms primary foreign partition sort license product reset invite invitation",
  ),
);

/** Names of members with a secret, the likeliest first. */
const secretNames = wordList(
  "secret secret_key key_secret token_secret secret_value client_secret value key_value token_value " +
    "api_key apikey api_token access_token access_key token key plaintext plain_text plain_text_key " +
    "plain_text_token raw_key full_key credential password",
);

/**
 * Describes a resource as a credential of the API, if its name says so and its creation answers a
 * secret.
 *
 * @param own the operations of the resource
 */
export function credentialOf(
  model: ApiModel,
  draft: ResourceDraft,
  own: readonly Classified[],
  shapes: Shapes,
): InferredCredential | undefined {
  if (!isCredential(draft)) return undefined;
  const schemes = schemesOf(model, draft, own);
  const within = secretOf(draft, own, shapes);
  const secret = within ?? secretBeside(own, shapes);
  if (schemes.length === 0 || secret === undefined) return undefined;
  const valid = validityOf(draft.shape, shapes);
  const isShownOnce = !draft.shape.required.has(secret);
  const descriptor = { schemes, secret, ...(valid.length === 0 ? {} : { valid }) };
  return within === undefined
    ? { descriptor, isShownOnce, beside: toPointer([secret]) }
    : { descriptor, isShownOnce };
}

function isCredential({ name, noun }: ResourceDraft): boolean {
  return [name, noun].some((text) => {
    const words = wordsOf(text);
    return credentialNouns.has(words.at(-1) ?? "") && !words.some((word) => otherNouns.has(word));
  });
}

/**
 * Finds the member with the secret: one that only the creation shows, or else one with the name of a
 * secret.
 */
function secretOf(
  { key, shape }: ResourceDraft,
  own: readonly Classified[],
  shapes: Shapes,
): string | undefined {
  for (const { operation, view } of own) {
    if (operation.kind !== "create" || operation.at === undefined) continue;
    const { once = [], given = [] } = operation;
    const [shown] = once.toSorted((a, b) => rank(a) - rank(b));
    if (shown !== undefined) return shown;
    const named = namedSecrets(shape, shapes).find((name) => name !== key && !given.includes(name));
    if (named !== undefined && view.answer !== undefined) return named;
  }
  return undefined;
}

/** Finds the member with the secret beside the record, in the answer to the creation. */
function secretBeside(own: readonly Classified[], shapes: Shapes): string | undefined {
  return own
    .filter(({ operation }) => operation.kind === "create" && (operation.at ?? "") !== "")
    .flatMap(({ view }) => (view.answer === undefined ? [] : namedSecrets(view.answer, shapes)))
    .at(0);
}

/** Returns the text members of a shape that have the name of a secret, the likeliest first. */
function namedSecrets({ properties }: Shape, shapes: Shapes): string[] {
  return [...properties]
    .filter(([name, schema]) => {
      const { types, values, format } = shapes.of(schema);
      const isText = types.has("string") && values === undefined && format !== "uuid";
      return isText && rank(name) < secretNames.length;
    })
    .map(([name]) => name)
    .toSorted((a, b) => rank(a) - rank(b));
}

function rank(name: string): number {
  const index = secretNames.indexOf(plainName(name));
  return index < 0 ? secretNames.length : index;
}

/**
 * Returns the security schemes that accept such credentials. Tokens go to bearer schemes, or else to
 * API key schemes. Keys go to API key schemes and to bearer schemes that do not take JWTs, since those
 * are issued elsewhere, or else to any bearer scheme. A scheme whose description mentions the
 * credential always counts.
 */
function schemesOf(
  model: ApiModel,
  { noun }: ResourceDraft,
  own: readonly Classified[],
): readonly string[] {
  const named = namedSchemes(model, model.groups);
  const keys = named.filter(({ scheme }) => scheme["type"] === "apiKey");
  const bearers = named.filter(
    ({ scheme: { type, scheme } }) =>
      type === "http" && !["basic", "digest"].includes(String(scheme).toLowerCase()),
  );
  const isToken = ["token", "pat"].includes(wordsOf(noun).at(-1) ?? "");
  const opaque = bearers.filter(({ scheme: { bearerFormat = "" } }) => !isJwt(bearerFormat));
  const [first, second] = isToken ? [bearers, keys] : [[...keys, ...opaque], bearers];
  const usual = first.length > 0 ? first : second;
  const creating = own.flatMap(({ operation, view }) =>
    operation.kind === "create" ? [view.operation.id] : [],
  );
  const isMeant = ({ scheme }: NamedScheme): boolean =>
    speaksOf(String(scheme["description"] ?? ""), noun, creating);
  return [...keys, ...bearers]
    .filter((one) => usual.includes(one) || isMeant(one))
    .map(({ name }) => name);
}

const isJwt = (format: Json): boolean => /\bjwt\b/i.test(String(format));

function speaksOf(description: string, noun: string, operationIds: readonly string[]): boolean {
  const words = wordsOf(description).join(" ");
  return (
    operationIds.some((id) => description.includes(id)) ||
    ` ${words} `.includes(` ${wordsOf(noun).join(" ")} `)
  );
}

const allowing = new Set(wordList("active is_active enabled is_enabled valid is_valid"));
const refusing = new Set(
  wordList(
    "revoked is_revoked disabled is_disabled inactive is_inactive blocked is_blocked suspended " +
      "is_suspended expired is_expired deleted is_deleted",
  ),
);
const endTimes = new Set(
  wordList(
    "expires expires_at expires_on expiry expiry_date expiration expiration_date expiration_time " +
      "expire_time valid_until",
  ),
);
const refusingTimes = new Set(
  wordList("revoked_at disabled_at deleted_at blocked_at suspended_at"),
);
const refusingStates = wordList("revoked disabled inactive blocked suspended expired deleted");

/** Returns the members of a record that say whether it is valid. */
function validityOf({ properties }: Shape, shapes: Shapes): ValidityDescriptor[] {
  return [...properties].flatMap(([member, schema]): ValidityDescriptor[] => {
    const shape = shapes.of(schema);
    const name = plainName(member);
    if (shape.types.has("boolean")) {
      if (allowing.has(name)) return [{ member, test: "true" }];
      return refusing.has(name) ? [{ member, test: "false" }] : [];
    }
    if (endTimes.has(name) || refusingTimes.has(name)) {
      const format = timeFormatOf(member, shape);
      const test = endTimes.has(name) ? "until" : "unset";
      return format === undefined ? [] : [{ member, test, format }];
    }
    if (name !== "status" && name !== "state") return [];
    const values = (shape.values ?? []).filter((value) => typeof value === "string");
    const refused = values.filter((value) => refusingStates.includes(value.toLowerCase()));
    return refused.length === 0 ? [] : [{ member, test: "not", values: refused }];
  });
}

/** Verbs at the end of a path that revoke a credential. */
const revoking = new Set(wordList("revoke disable deactivate expire block suspend invalidate"));

/** Verbs at the end of a path that replace the secret of a credential. */
const rotating = new Set(wordList("rotate regenerate roll renew reissue reset"));

/** Returns an operation on a credential, with the action `revoke` or `rotate` if its path says so. */
export function onCredential({ operation, view }: Classified): Classified["operation"] {
  const [verb = ""] = wordsOf(view.segments.at(-1)?.text ?? "");
  const isDone = !["GET", "HEAD"].includes(view.operation.method);
  if (!isDone || (operation.kind !== "act" && operation.kind !== "below")) return operation;
  if (revoking.has(verb)) return { ...operation, action: "revoke" };
  const isRotating = operation.kind === "act" && rotating.has(verb);
  return isRotating ? { ...operation, action: "rotate" } : operation;
}

import {
  choice,
  date,
  flag,
  instant,
  integer,
  list,
  nullable,
  number,
  object,
  text,
} from "./checks.ts";
import type { Check } from "./checks.ts";
import { faulty } from "./faults.ts";
import { services, statuses, webhookEvents } from "./records.ts";

const email = text({
  max: 120,
  pattern:
    /^[A-Za-z0-9_+-]+(\.[A-Za-z0-9_+-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24}$/u,
});
const country = text({
  max: 2,
  pattern: faulty("quote-country-any-case") ? /^[A-Z]{2}$/iu : /^[A-Z]{2}$/u,
});
const postcode = text({ max: 10, pattern: /^[A-Z0-9]([A-Z0-9 -]{0,8}[A-Z0-9])$/u });
const service = choice(services);
const clock = text({ max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/u });
const weight = integer({ min: 1, max: 31_500 });
const cents = integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

/** A text whose length is counted as JavaScript counts it, not as JSON Schema does. */
const unitText =
  (max: number): Check =>
  (value, at) =>
    typeof value === "string" && value.length > 0 && value.length <= max
      ? []
      : [{ at, message: `has to have 1 to ${String(max)} characters` }];

export const senderBody = object(
  {
    code: text({ max: 12, pattern: /^[A-Z][A-Z0-9]{2,11}$/u }),
    name: faulty("sender-name-units") ? unitText(80) : text({ min: 1, max: 80 }),
    contactEmail: email,
    defaultService: service,
  },
  {
    phone: text({ max: 16, pattern: /^\+[1-9]\d{6,14}$/u }),
    notes: nullable(text({ max: 500 })),
  },
);

export const addressBody = object(
  {
    street: text({ min: 1, max: 120 }),
    city: text({ min: 1, max: 80 }),
    postcode,
    country,
  },
  {
    position: object({
      latitude: number({ min: -90, max: 90 }),
      longitude: number({ min: -180, max: 180 }),
    }),
  },
);

const recipient = {
  name: text({ min: 1, max: 80 }),
  street: text({ min: 1, max: 120 }),
  city: text({ min: 1, max: 80 }),
  postcode,
  country,
};

const changeable = {
  service,
  declaredValueCents: cents,
  tags: list(text({ min: 1, max: 30 }), { max: 10 }),
  note: nullable(text({ max: 500 })),
};

const edge = number({ above: 0, max: 200, step: 0.5 });

export const parcelBody = object(
  {
    senderId: text({ max: 40 }),
    clientReference: text({ min: 1, max: 40 }),
    weightGrams: weight,
    recipient: object(recipient, { email }),
  },
  {
    ...changeable,
    size: object({ length: edge, width: edge, height: edge }),
  },
);

export const parcelPatchBody = object(
  {},
  {
    ...changeable,
    weightGrams: weight,
    recipient: object({}, { ...recipient, email: nullable(email) }),
  },
);

export const eventBody = object(
  { kind: choice(statuses.filter((status) => status !== "created")) },
  { occurredAt: instant, place: text({ min: 1, max: 120 }) },
);

export const pickupBody = object(
  {
    addressId: text({ max: 40 }),
    date,
    window: object({ from: clock, to: clock }),
    parcelCount: integer({ min: 1, max: 500 }),
  },
  { instructions: nullable(text({ max: 300 })) },
);

export const quoteBody = object(
  {
    fromPostcode: postcode,
    to: object({ country, postcode }),
    weightGrams: weight,
    service,
  },
  { insuredCents: integer({ min: 0, max: 500_000 }) },
);

export const webhookBody = object(
  {
    url: text({
      max: 200,
      pattern: /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(:[1-9]\d{1,3})?(\/[A-Za-z0-9._~-]+)*\/?$/u,
    }),
    events: list(choice(webhookEvents), {
      min: 1,
      max: 3,
    }),
    secret: text({ min: 16, max: 64, pattern: /^[!-~]*$/u }),
  },
  { active: flag },
);

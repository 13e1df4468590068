import { faulty } from "./faults.ts";
import { domains, languages, partsOfSpeech, statuses } from "./records.ts";
import { pageMembers } from "./pages.ts";

const contactMembers = {
  name: { type: "string", minLength: 1, maxLength: 80 },
  email: { type: "string", format: "email", maxLength: 254 },
  phone: { type: "string", nullable: true, pattern: "^\\+[0-9]{6,15}$" },
};

const projectMembers = {
  title: { type: "string", minLength: 1, maxLength: 120 },
  domain: { type: "string", enum: domains },
  externalReference: {
    type: "string",
    nullable: true,
    pattern: "^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$",
  },
  instructions: { type: "string", maxLength: 2000 },
  dueAt: { type: "string", nullable: true, format: "instant" },
  budgetCents: { type: "integer", nullable: true, minimum: 0, maximum: 9007199254740991 },
  confidential: { type: "boolean" },
  labels: {
    type: "array",
    maxItems: 10,
    uniqueItems: true,
    items: { type: "string", minLength: 1, maxLength: 30 },
  },
};

export const newProject = {
  type: "object",
  required: ["title", "sourceLanguage"],
  additionalProperties: false,
  properties: {
    ...projectMembers,
    sourceLanguage: { type: "string", enum: languages },
    contact: {
      type: "object",
      nullable: true,
      required: ["name", "email"],
      additionalProperties: false,
      properties: contactMembers,
    },
  },
};

export const projectPatch = {
  type: "object",
  additionalProperties: false,
  properties: {
    ...projectMembers,
    contact: {
      type: "object",
      nullable: true,
      additionalProperties: false,
      properties: contactMembers,
    },
  },
};

export const projectList = {
  type: "object",
  properties: {
    ...pageMembers,
    status: {
      anyOf: [
        { type: "string", enum: statuses },
        { type: "array", items: { type: "string", enum: statuses } },
      ],
    },
    targetLanguage: { type: "string", enum: languages },
    q: { type: "string", minLength: 1, maxLength: 100 },
    dueBefore: { type: "string", format: "instant" },
    sort: {
      type: "string",
      enum: ["createdAt", "-createdAt", "dueAt", "-dueAt", "title", "-title"],
    },
  },
};

export const transition = {
  type: "object",
  required: ["to"],
  additionalProperties: false,
  properties: {
    to: { type: "string", enum: statuses },
    reason: { type: "string", minLength: 1, maxLength: 500 },
  },
};

export const idempotencyHeaders = {
  type: "object",
  properties: { "idempotency-key": { type: "string", pattern: "^[A-Za-z0-9_-]{8,64}$" } },
};

const words = { type: "integer", minimum: 1, maximum: 10000000 };

export const newJob = {
  type: "object",
  required: ["targetLanguage", "words"],
  additionalProperties: false,
  properties: {
    targetLanguage: { type: "string", enum: languages },
    words,
    translatorId: { type: "string", nullable: true, maxLength: 40 },
  },
};

export const quoteRequest = {
  type: "object",
  required: ["sourceLanguage", "items"],
  additionalProperties: false,
  properties: {
    sourceLanguage: { type: "string", enum: languages },
    rush: { type: "boolean" },
    items: {
      type: "array",
      minItems: 1,
      maxItems: 20,
      items: {
        type: "object",
        required: ["targetLanguage", "words"],
        additionalProperties: false,
        properties: {
          targetLanguage: { type: "string", enum: languages },
          words,
          repeatedWords: { type: "integer", minimum: 0, maximum: 10000000 },
        },
      },
    },
  },
};

const termPattern = "^[\\p{L}\\p{N}]([\\p{L}\\p{M}\\p{N} '’.-]*[\\p{L}\\p{M}\\p{N}])?$";

export const termPlace = {
  type: "object",
  properties: { term: { type: "string", maxLength: 80, pattern: termPattern } },
};

export const termInput = {
  type: "object",
  required: ["translation"],
  additionalProperties: false,
  properties: {
    translation: { type: "string", minLength: 1, maxLength: 200 },
    partOfSpeech: {
      type: "string",
      ...(faulty("term-part-of-speech-any") ? {} : { enum: partsOfSpeech }),
    },
    note: { type: "string", nullable: true, maxLength: 500 },
    doNotTranslate: { type: "boolean" },
  },
};

export const termList = {
  type: "object",
  properties: { ...pageMembers, prefix: { type: "string", minLength: 1, maxLength: 80 } },
};

export const newComment = {
  type: "object",
  required: ["author", "text"],
  additionalProperties: false,
  properties: {
    author: { type: "string", minLength: 1, maxLength: 60 },
    text: { type: "string", minLength: 1, maxLength: 4000 },
    replyTo: { type: "string", nullable: true, maxLength: 40 },
  },
};

export const commentList = { type: "object", properties: pageMembers };

export const translatorList = {
  type: "object",
  properties: {
    ...pageMembers,
    ...(faulty("translators-page-size-unbounded")
      ? { perPage: { type: "string", pattern: "^[1-9][0-9]{0,5}$" } }
      : {}),
    sourceLanguage: { type: "string", enum: languages },
    nativeLanguage: { type: "string", enum: languages },
    minRating: { type: "string", pattern: "^([0-4](\\.[0-9]+)?|5(\\.0+)?)$" },
    available: { type: "string", enum: ["true", "false"] },
    sort: { type: "string", enum: ["name", "-rating"] },
  },
};

export const settingsInput = {
  type: "object",
  required: ["invoiceEmail"],
  additionalProperties: faulty("settings-extra-members-dropped"),
  properties: {
    invoiceEmail: { type: "string", format: "email", maxLength: 254 },
    vatPercent: { type: "number", minimum: 0, maximum: 30, multipleOf: 0.01 },
    defaultDomain: { type: "string", enum: domains },
    notifyOnDelivery: { type: "boolean" },
    purchaseOrder: { type: "string", nullable: true, minLength: 1, maxLength: 40 },
  },
};

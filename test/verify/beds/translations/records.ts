export const languages = [
  "ar",
  "de",
  "en",
  "es",
  "fr",
  "it",
  "ja",
  "nl",
  "pl",
  "pt-BR",
  "sv",
  "zh-Hans",
] as const;
export type Language = (typeof languages)[number];

export const domains = ["general", "legal", "medical", "technical"] as const;
export type Domain = (typeof domains)[number];

export const statuses = ["draft", "ordered", "in_progress", "delivered", "cancelled"] as const;
export type Status = (typeof statuses)[number];

export const partsOfSpeech = ["noun", "verb", "adjective", "other"] as const;
export type PartOfSpeech = (typeof partsOfSpeech)[number];

export type Contact = { name: string; email: string; phone: string | null };

export type Job = {
  targetLanguage: Language;
  words: number;
  translatorId: string | null;
  addedAt: string;
};

export type SourceFile = {
  id: string;
  projectId: string;
  customer: string;
  name: string;
  mediaType: string;
  note: string | null;
  uploadedAt: string;
  content: Buffer;
};

export type Comment = {
  id: string;
  number: number;
  author: string;
  text: string;
  replyTo: string | null;
  createdAt: string;
  deletedAt: string | null;
};

export type Project = {
  id: string;
  number: number;
  customer: string;
  title: string;
  sourceLanguage: Language;
  domain: Domain;
  status: Status;
  externalReference: string | null;
  instructions: string;
  dueAt: string | null;
  budgetCents: number | null;
  confidential: boolean;
  labels: string[];
  contact: Contact | null;
  jobs: Job[];
  files: SourceFile[];
  comments: Comment[];
  cancelReason: string | null;
  createdAt: string;
  updatedAt: string;
  orderedAt: string | null;
  deliveredAt: string | null;
};

export type Term = {
  term: string;
  translation: string;
  partOfSpeech: PartOfSpeech;
  note: string | null;
  doNotTranslate: boolean;
  createdAt: string;
  updatedAt: string;
};

export type Settings = {
  invoiceEmail: string;
  vatPercent: number;
  defaultDomain: Domain;
  notifyOnDelivery: boolean;
  purchaseOrder: string | null;
};

export type Translator = {
  id: string;
  name: string;
  nativeLanguage: Language;
  sourceLanguages: Language[];
  rating: number;
  available: boolean;
};

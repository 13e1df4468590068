import type {
  Comment,
  Job,
  Language,
  Project,
  Settings,
  SourceFile,
  Status,
  Term,
} from "./records.ts";

type ProjectSeed = {
  number: number;
  customer: string;
  title: string;
  status: Status;
  more?: Partial<Project>;
  jobs?: [Language, number, string | null][];
  files?: [number, string, string][];
  comments?: [number, string, string][];
};

const dayOf = (number: number, hour: number): string =>
  new Date(Date.UTC(2026, 1, number, hour)).toISOString();

const projectSeeds: ProjectSeed[] = [
  {
    number: 1,
    customer: "lakeside",
    title: "Spring catalogue",
    status: "delivered",
    more: {
      externalReference: "LS-2026/001",
      dueAt: "2026-03-01T12:00:00.000Z",
      labels: ["print"],
    },
    jobs: [
      ["de", 12400, "t-3"],
      ["fr", 12400, "t-7"],
    ],
    files: [[1, "catalogue.txt", "Spring catalogue\r\nLamps and shades\r\n"]],
    comments: [[1, "Ines", "Please keep the product names."]],
  },
  {
    number: 2,
    customer: "lakeside",
    title: "annual report",
    status: "in_progress",
    more: { domain: "legal", confidential: true, budgetCents: 480000 },
    jobs: [["de", 8150, "t-3"]],
    files: [[2, "Geschäftsbericht.txt", "Annual report, confidential.\n"]],
  },
  {
    number: 3,
    customer: "lakeside",
    title: "Author contracts",
    status: "ordered",
    more: {
      domain: "legal",
      dueAt: "2026-04-15T08:30:00.000Z",
      contact: { name: "Ines Vogel", email: "ines@lakeside.example", phone: "+41445550123" },
    },
    jobs: [["it", 2300, null]],
  },
  {
    number: 4,
    customer: "lakeside",
    title: "Newsletter May",
    status: "draft",
    more: { externalReference: "LS-2026/004", labels: ["monthly", "web"] },
    jobs: [["es", 640, null]],
    files: [[3, "newsletter.txt", "Dear readers,\nMay is here.\n"]],
    comments: [
      [2, "Ines", "The first draft is attached."],
      [3, "Paul", "Thank you."],
    ],
  },
  {
    number: 5,
    customer: "lakeside",
    title: "Website footer",
    status: "cancelled",
    more: { cancelReason: "Not needed any more." },
  },
  {
    number: 6,
    customer: "harbour",
    title: "Sonar manual",
    status: "in_progress",
    more: { domain: "technical", externalReference: "SONAR-9", dueAt: "2026-05-20T16:00:00.000Z" },
    jobs: [
      ["ja", 30500, "t-11"],
      ["sv", 30500, null],
    ],
    files: [[4, "sonar.txt", "Do not open the housing under water.\n"]],
    comments: [[4, "Olaf", "Chapter 4 follows next week."]],
  },
  {
    number: 7,
    customer: "harbour",
    title: "Safety leaflet",
    status: "draft",
    more: { domain: "technical", externalReference: "LEAFLET-2" },
    jobs: [["nl", 410, null]],
    files: [[5, "leaflet.txt", "Wear gloves.\n"]],
  },
];

const fileOf = (seed: ProjectSeed, [number, name, text]: [number, string, string]): SourceFile => ({
  id: `f-${String(number)}`,
  projectId: `p-${String(seed.number)}`,
  customer: seed.customer,
  name,
  mediaType: "text/plain",
  note: null,
  uploadedAt: dayOf(seed.number, 10),
  content: Buffer.from(text),
});

const commentOf = (
  seed: ProjectSeed,
  [number, author, text]: [number, string, string],
): Comment => ({
  id: `c-${String(number)}`,
  number,
  author,
  text,
  replyTo: null,
  createdAt: dayOf(seed.number, 11),
  deletedAt: null,
});

const jobOf = (
  seed: ProjectSeed,
  [language, words, translator]: [Language, number, string | null],
): Job => ({
  targetLanguage: language,
  words,
  translatorId: translator,
  addedAt: dayOf(seed.number, 9),
});

function projectOf(seed: ProjectSeed): Project {
  const wasOrdered = ["ordered", "in_progress", "delivered"].includes(seed.status);
  return {
    id: `p-${String(seed.number)}`,
    number: seed.number,
    customer: seed.customer,
    title: seed.title,
    sourceLanguage: "en",
    domain: "general",
    status: seed.status,
    externalReference: null,
    instructions: "",
    dueAt: null,
    budgetCents: null,
    confidential: false,
    labels: [],
    contact: null,
    jobs: (seed.jobs ?? []).map((job) => jobOf(seed, job)),
    files: (seed.files ?? []).map((file) => fileOf(seed, file)),
    comments: (seed.comments ?? []).map((comment) => commentOf(seed, comment)),
    cancelReason: null,
    createdAt: dayOf(seed.number, 8),
    updatedAt: dayOf(seed.number, 14),
    orderedAt: wasOrdered ? dayOf(seed.number, 13) : null,
    deliveredAt: seed.status === "delivered" ? dayOf(seed.number, 14) : null,
    ...seed.more,
  };
}

export const seedProjects = (): Project[] => projectSeeds.map(projectOf);

export const seedSettings = (): [string, Settings][] => [
  [
    "lakeside",
    {
      invoiceEmail: "invoices@lakeside.example",
      vatPercent: 8.1,
      defaultDomain: "general",
      notifyOnDelivery: true,
      purchaseOrder: "PO 77-2026",
    },
  ],
  [
    "harbour",
    {
      invoiceEmail: "accounts@harbour.example",
      vatPercent: 25,
      defaultDomain: "technical",
      notifyOnDelivery: false,
      purchaseOrder: null,
    },
  ],
];

const termSeeds: [string, Language, string, string, string | null][] = [
  ["lakeside", "de", "lampshade", "Lampenschirm", null],
  ["lakeside", "de", "dust jacket", "Schutzumschlag", "Not “Umschlag”, which is the cover."],
  ["lakeside", "de", "proof", "Fahne", 'Printers say "Korrekturfahne".'],
  ["lakeside", "fr", "lampshade", "abat-jour", null],
  ["harbour", "de", "sonar", "Sonar", null],
  ["harbour", "de", "buoy", "Boje", "Plural: Bojen"],
  ["harbour", "ja", "sonar", "ソナー", null],
];

export const seedTerms = (): (Term & { customer: string; language: Language })[] =>
  termSeeds.map(([customer, language, term, translation, note]) => ({
    customer,
    language,
    term,
    translation,
    partOfSpeech: "noun",
    note,
    doNotTranslate: false,
    createdAt: "2026-01-12T09:00:00.000Z",
    updatedAt: "2026-01-12T09:00:00.000Z",
  }));

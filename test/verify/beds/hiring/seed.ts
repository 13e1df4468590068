import {
  applications,
  attachments,
  candidates,
  comments,
  jobs,
  newId,
  workspaces,
} from "./store.ts";
import type { Application, Candidate, Job, Workspace } from "./types.ts";

const { north, south } = workspaces;

type JobSeed = [
  title: string,
  slug: string,
  department: string,
  status: string,
  createdAt: string,
  more?: Partial<Job>,
];
const jobSeeds: JobSeed[] = [
  [
    "Backend Engineer",
    "backend-engineer",
    "engineering",
    "open",
    "2025-01-13T08:30:00.000Z",
    {
      description: "Build the API and keep it fast.",
      openings: 2,
      skills: ["node", "sql"],
      salary: { min: 55000, max: 75000, currency: "EUR" },
      closesOn: "2026-03-31",
    },
  ],
  [
    "iOS Engineer",
    "ios-engineer",
    "engineering",
    "open",
    "2025-01-20T14:05:12.000Z",
    { description: "Own our mobile app.", skills: ["swift"] },
  ],
  [
    "Product Designer",
    "product-designer",
    "design",
    "on_hold",
    "2025-02-03T09:00:00.000Z",
    { employmentType: "part_time", description: "Shape the Recruiting inbox." },
  ],
  [
    "Account Executive",
    "account-executive",
    "sales",
    "open",
    "2025-02-17T16:45:30.500Z",
    { openings: 3, salary: { min: 40000, max: 40000, currency: "USD" } },
  ],
  [
    "Support Agent (évenings)",
    "support-agent",
    "support",
    "draft",
    "2025-03-04T07:15:00.000Z",
    { employmentType: "contract" },
  ],
  ["Office Manager", "office-manager", "operations", "closed", "2025-03-10T10:10:10.000Z"],
  [
    "eCommerce Analyst",
    "ecommerce-analyst",
    "operations",
    "open",
    "2025-03-10T23:59:59.000Z",
    { description: "Numbers, dashboards." },
  ],
  [
    "Data Engineer",
    "data-engineer",
    "engineering",
    "closed",
    "2025-04-01T00:00:00.000Z",
    { archivedAt: "2025-06-30T12:00:00.000Z", updatedAt: "2025-06-30T12:00:00.000Z" },
  ],
  [
    "Working Student Marketing",
    "working-student",
    "sales",
    "draft",
    "2025-04-22T11:20:00.000Z",
    { employmentType: "internship" },
  ],
];

const addJob = (
  workspace: Workspace,
  [title, slug, department, status, createdAt, more]: JobSeed,
): Job => {
  const job: Job = {
    id: newId("job"),
    workspace: workspace.id,
    slug,
    title,
    department,
    description: null,
    status,
    employmentType: "full_time",
    openings: 1,
    salary: null,
    closesOn: null,
    skills: [],
    archivedAt: null,
    createdAt,
    updatedAt: createdAt,
    removed: 0,
    ...more,
  };
  jobs.set(job.id, job);
  return job;
};

const people: [string, string, string, string[]][] = [
  ["Mara Oliveira", "mara.oliveira@example.com", "referral", ["remote", "senior"]],
  ["Jonas Weber", "jonas@weber.example", "careers_page", ["junior"]],
  ['Nguyen "Minh" Tran', "minh.tran@example.com", "agency", ["remote"]],
  ["O'Connor, Sinead", "sinead@example.ie", "sourced", ["senior", "relocation"]],
  ["Łukasz Żak", "lukasz.zak@example.pl", "referral", ["remote", "relocation"]],
  ["Priya Raman", "priya.raman@example.in", "careers_page", []],
  ["Tom Baker", "tom.baker@example.com", "sourced", ["night shift"]],
  ["Elif Demir", "elif@demir.example", "agency", ["remote", "senior"]],
  ["Chen Wei", "chen.wei@example.cn", "careers_page", ["junior", "remote"]],
  ["Sofia Rossi", "sofia.rossi@example.it", "referral", ["senior"]],
  ["Noah Fischer", "noah@fischer.example", "careers_page", []],
  ["Amina Diallo", "amina.diallo@example.sn", "sourced", ["remote"]],
  ["Lars Nyström", "lars.nystrom@example.se", "agency", ["relocation"]],
  ["Grace Okafor", "grace.okafor@example.ng", "careers_page", ["senior", "remote"]],
  ["Hugo Martin", "hugo.martin@example.fr", "referral", []],
  ["Yuki Sato", "yuki.sato@example.jp", "sourced", ["junior"]],
  ["Peter Novak", "peter.novak@example.cz", "careers_page", ["senior"]],
  ["Carla Mendez", "carla.mendez@example.es", "agency", ["remote"]],
  ["Ivy Thompson", "ivy@thompson.example", "careers_page", ["C++ / embedded"]],
  ["Omar Haddad", "omar.haddad@example.ma", "referral", ["remote", "senior"]],
  ["Nina Petrova", "nina.petrova@example.bg", "careers_page", []],
  ["Sam Carter", "sam.carter@example.com", "sourced", ["junior"]],
  ["Julia Klein", "julia.klein@example.de", "careers_page", ["relocation"]],
  ["Ravi Patel", "ravi.patel@example.in", "agency", ["senior", "remote"]],
];

const addCandidate = (
  workspace: Workspace,
  person: (typeof people)[number],
  n: number,
): Candidate => {
  const [fullName, email, source, tags] = person;
  const at = new Date(Date.UTC(2025, 1, 1 + n * 2, 8 + (n % 9), (n * 7) % 60)).toISOString();
  const candidate: Candidate = {
    id: newId("cand"),
    workspace: workspace.id,
    fullName,
    email,
    source,
    tags,
    phone: n % 3 === 0 ? `+4930${String(1000000 + n * 4711)}` : null,
    address: n % 4 === 0 ? { street: null, city: "Berlin", country: "DE" } : null,
    consentToContact: n % 2 === 0,
    customFields: n % 5 === 0 ? { noticePeriod: "3 months" } : {},
    createdAt: at,
    updatedAt: at,
  };
  candidates.set(candidate.id, candidate);
  return candidate;
};

const addApplication = (
  job: Job,
  candidate: Candidate,
  at: string,
  path: string[],
  more: Partial<Application> = {},
): Application => {
  const steps = ["applied", ...path];
  const time = (i: number) => new Date(Date.parse(at) + i * 86_400_000).toISOString();
  const application: Application = {
    id: newId("app"),
    workspace: job.workspace,
    jobId: job.id,
    candidateId: candidate.id,
    stage: steps[steps.length - 1]!,
    rating: null,
    coverLetter: null,
    nextInterviewAt: null,
    scores: {},
    averageScore: null,
    rejectionReason: path.at(-1) === "rejected" ? "Not enough experience" : null,
    stageHistory: steps.map((to, i) => ({ from: i === 0 ? null : steps[i - 1]!, to, at: time(i) })),
    appliedAt: at,
    updatedAt: time(steps.length - 1),
    ...more,
  };
  applications.set(application.id, application);
  return application;
};

const addComments = (application: Application, workspace: Workspace, texts: string[]): void => {
  for (const [i, body] of texts.entries()) {
    const createdAt = new Date(
      Date.parse(application.appliedAt) + (i + 1) * 3_600_000,
    ).toISOString();
    const id = newId("com");
    comments.set(id, {
      id,
      applicationId: application.id,
      author: { ...workspace.user },
      body,
      replyTo: null,
      createdAt,
    });
  }
};

const addAttachment = (candidate: Candidate, fileName: string, text: string): void => {
  const bytes = Buffer.from(text);
  const id = newId("att");
  attachments.set(id, {
    id,
    candidateId: candidate.id,
    fileName,
    contentType: "text/plain",
    size: bytes.length,
    kind: "resume",
    label: null,
    uploadedAt: candidate.createdAt,
    bytes,
  });
};

export const seed = (): void => {
  const northern = jobSeeds.map((s) => addJob(north, s));
  const [backend, ios, sales] = [northern[0]!, northern[1]!, northern[3]!];
  const c = people.map((p, n) => addCandidate(north, p, n));
  const scores = { skills: 4, culture: 5 };
  const first = addApplication(
    backend,
    c[0]!,
    "2025-04-01T09:00:00.000Z",
    ["screening", "interview", "offer"],
    { rating: 5, scores, averageScore: 4.5 },
  );
  addApplication(backend, c[1]!, "2025-04-02T10:00:00.000Z", [], { rating: 2 });
  addApplication(
    backend,
    c[2]!,
    "2025-04-03T11:00:00.000Z",
    ["screening", "interview", "offer", "hired"],
    { rating: 4 },
  );
  addApplication(backend, c[3]!, "2025-04-04T12:00:00.000Z", ["screening"], {
    coverLetter: "Dear team,\nI would love to join.",
  });
  addApplication(backend, c[4]!, "2025-04-05T13:00:00.000Z", ["screening", "rejected"], {
    rating: 3,
  });
  addApplication(backend, c[7]!, "2025-04-06T14:00:00.000Z", ["screening", "interview", "offer"], {
    rating: 4,
  });
  addApplication(backend, c[8]!, "2025-04-07T15:00:00.000Z", []);
  addApplication(ios, c[0]!, "2025-04-08T09:30:00.000Z", ["withdrawn"]);
  addApplication(ios, c[9]!, "2025-04-09T09:30:00.000Z", ["screening", "interview"], {
    rating: 3,
    nextInterviewAt: "2026-01-15T13:00:00.000Z",
  });
  addApplication(sales, c[5]!, "2025-04-10T09:30:00.000Z", []);
  addApplication(sales, c[13]!, "2025-04-11T09:30:00.000Z", ["screening"], { rating: 4 });
  addComments(first, north, ["Great call today.", "Strong on databases.", "References are fine."]);
  addAttachment(c[0]!, "cv-mara.txt", "Mara Oliveira\nEngineer since 2014\n");

  const partner = addJob(south, [
    "Delivery Driver",
    "delivery-driver",
    "operations",
    "open",
    "2025-02-10T06:00:00.000Z",
    { openings: 5 },
  ]);
  addJob(south, [
    "Backend Engineer",
    "backend-engineer",
    "engineering",
    "open",
    "2025-02-11T06:00:00.000Z",
  ]);
  addJob(south, ["Dispatcher", "dispatcher", "support", "draft", "2025-02-12T06:00:00.000Z"]);
  const others = people
    .slice(0, 6)
    .map((p, n) =>
      addCandidate(south, [p[0].split(" ").toReversed().join(" "), `south.${p[1]}`, p[2], p[3]], n),
    );
  const theirs = addApplication(partner, others[0]!, "2025-05-01T08:00:00.000Z", ["screening"], {
    rating: 3,
  });
  addApplication(partner, others[1]!, "2025-05-02T08:00:00.000Z", []);
  addComments(theirs, south, ["Has a licence."]);
  addAttachment(others[0]!, "licence.txt", "Class B since 2010\n");
};

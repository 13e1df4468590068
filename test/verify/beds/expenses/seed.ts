import { comments, expenses, receipts, reports, teams, users } from "./store.ts";
import type { Expense, Receipt, Report } from "./store.ts";

const PDF = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n";

function addTeam(id: string, name: string, token: string): void {
  users.push({ name, token, teamId: id });
  const categories = new Map([
    ["travel", { name: "Travel", active: true, monthlyLimit: 250_000 }],
    ["meals", { name: "Meals", active: true, monthlyLimit: null }],
    ["Hotel & Lodging", { name: "Hotel and lodging", active: true, monthlyLimit: 400_000 }],
    ["gifts", { name: "Gifts", active: false, monthlyLimit: 0 }],
  ]);
  const policy = {
    maxReportTotal: 10_000_000,
    receiptRequiredFrom: null,
    instructions: "Keep the originals until the end of the year.",
    reminderDays: ["mon"],
  };
  teams.set(id, { id, categories, policy });
}

function addReport(teamId: string, key: string, title: string, more: Partial<Report> = {}): void {
  const id = `rep_${key}`;
  const at = "2026-03-02T08:00:00.000Z";
  reports.set(id, {
    id,
    teamId,
    title,
    purpose: null,
    currency: "EUR",
    periodFrom: "2026-02-01",
    periodTo: "2026-02-28",
    attributes: {},
    status: "draft",
    total: 0,
    createdAt: at,
    updatedAt: at,
    submittedAt: null,
    decidedAt: null,
    decisionNote: null,
    ...more,
  });
}

function addExpense(report: string, key: string, amount: number, more: Partial<Expense>): void {
  const [id, reportId] = [`exp_${key}`, `rep_${report}`];
  reports.get(reportId)!.total += amount;
  expenses.set(id, {
    id,
    reportId,
    description: "Train ticket",
    amount,
    category: "travel",
    spentAt: "2026-02-10T07:45:00+01:00",
    mileage: null,
    billable: true,
    tags: [],
    createdAt: "2026-03-02T08:05:00.000Z",
    ...more,
  });
}

function addReceipt(teamId: string, expense: string, key: string, fileName: string): void {
  const bytes = Buffer.from(PDF);
  const receipt: Receipt = {
    id: `rec_${key}`,
    expenseId: `exp_${expense}`,
    fileName,
    contentType: "application/pdf",
    size: bytes.length,
    note: null,
    uploadedAt: "2026-03-02T08:10:00.000Z",
    teamId,
    bytes,
  };
  receipts.set(receipt.id, receipt);
}

function addComment(report: string, key: string, author: string, text: string): void {
  const id = `com_${key}`;
  const createdAt = "2026-03-02T09:00:00.000Z";
  comments.set(id, { id, reportId: `rep_${report}`, author, text, createdAt });
}

const SUBMITTED = { status: "submitted", submittedAt: "2026-03-02T10:00:00.000Z" } as const;

function seedNorth(team: string): void {
  addReport(team, "lisbon260001", "Lisbon trade fair", {
    ...SUBMITTED,
    status: "approved",
    decidedAt: "2026-03-03T09:00:00.000Z",
    decisionNote: "Thank you for the receipts.",
  });
  addReport(team, "oslo20260001", "Oslo client visit", SUBMITTED);
  addReport(team, "amsterdam001", "Amsterdam workshop", {
    purpose: "Two days with the design team",
    attributes: { costCentre: "4711", project: "Harbour" },
  });
  addReport(team, "berlin260001", "Berlin interviews");
  addReport(team, "discarded001", "Entered by mistake");
  addExpense("lisbon260001", "lisbonhotel1", 42_000, { category: "Hotel & Lodging" });
  addExpense("oslo20260001", "osloflight01", 31_900, { description: "Flight to Oslo" });
  addExpense("amsterdam001", "trainticket1", 8950, { tags: ["train"] });
  addExpense("amsterdam001", "dinnerateast", 6400, {
    description: "Dinner at Café Oost",
    category: "meals",
    spentAt: "2026-02-11T19:30:00Z",
    billable: false,
  });
  addExpense("amsterdam001", "snackbar0001", 750, {
    description: "Snacks",
    category: "meals",
    spentAt: "2026-02-11T12:10:00+01:00",
  });
  addExpense("berlin260001", "carberlin001", 0, { description: "Own car", mileage: 288.5 });
  addReceipt(team, "lisbonhotel1", "hotelpdf0001", "hotel.pdf");
  addReceipt(team, "trainticket1", "trainpdf0001", "train ticket.pdf");
}

function seedSouth(team: string): void {
  addReport(team, "porto2600001", "Porto kick-off", { currency: "USD" });
  addReport(team, "madrid260001", "Madrid audit", { ...SUBMITTED, currency: "GBP" });
  addExpense("porto2600001", "portotaxi001", 2350, { description: "Taxi", tags: ["taxi"] });
  addExpense("madrid260001", "madridmeal01", 4175, { description: "Lunch", category: "meals" });
  addReceipt(team, "portotaxi001", "taxipdf00001", "taxi.pdf");
}

/** What is there at the start: the examples of the description are about it. */
export function seed(): void {
  addTeam("team_north001", "Amara Okafor", "tk-amara-5d81c0e7");
  addTeam("team_south001", "Bruno Silva", "tk-bruno-93fa27b4");
  seedNorth("team_north001");
  seedSouth("team_south001");
  addComment("amsterdam001", "amsterdam0c1", "Amara Okafor", "The hotel is still missing.");
  addComment("porto2600001", "porto00000c1", "Bruno Silva", "Waiting for the taxi receipt.");
}

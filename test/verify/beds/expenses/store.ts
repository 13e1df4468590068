import { randomInt } from "node:crypto";

export type User = { name: string; token: string; teamId: string };
export type Status = "draft" | "submitted" | "approved" | "rejected";

export type ReportInput = {
  title: string;
  purpose: string | null;
  currency: string;
  periodFrom: string;
  periodTo: string;
  attributes: Record<string, string>;
};

export type Report = ReportInput & {
  id: string;
  teamId: string;
  status: Status;
  total: number;
  createdAt: string;
  updatedAt: string;
  submittedAt: string | null;
  decidedAt: string | null;
  decisionNote?: string | null;
};

export type ExpenseInput = {
  description: string;
  amount: number;
  category: string;
  spentAt: string;
  mileage: number | null;
  billable: boolean;
  tags: string[];
};

export type Expense = ExpenseInput & { id: string; reportId: string; createdAt: string };

export type Receipt = {
  id: string;
  expenseId: string;
  fileName: string;
  contentType: string;
  size: number;
  note: string | null;
  uploadedAt: string;
  teamId: string;
  bytes: Buffer;
};

export type Comment = {
  id: string;
  reportId: string;
  author: string;
  text: string;
  createdAt: string;
};

export type Category = { name: string; active: boolean; monthlyLimit: number | null };

export type Policy = {
  maxReportTotal: number | null;
  receiptRequiredFrom: number | null;
  instructions: string;
  reminderDays: string[];
};

export type Team = { id: string; categories: Map<string, Category>; policy: Policy };

// The order of a map is the order of creation, which is what breaks ties.
export const users: User[] = [];
export const teams = new Map<string, Team>();
export const reports = new Map<string, Report>();
export const deletedReports = new Map<string, Report>();
export const expenses = new Map<string, Expense>();
export const receipts = new Map<string, Receipt>();
export const comments = new Map<string, Comment>();

const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

export function newId(prefix: string, taken: ReadonlyMap<string, unknown>): string {
  const letters = Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]);
  const id = `${prefix}_${letters.join("")}`;
  return taken.has(id) ? newId(prefix, taken) : id;
}

export const now = (): string => new Date().toISOString();

export const expensesOf = (reportId: string): Expense[] =>
  [...expenses.values()].filter((expense) => expense.reportId === reportId);

export const receiptsOf = (expenseId: string): Receipt[] =>
  [...receipts.values()].filter((receipt) => receipt.expenseId === expenseId);

export function removeExpense(expenseId: string): void {
  for (const { id } of receiptsOf(expenseId)) receipts.delete(id);
  expenses.delete(expenseId);
}

export function removeReport(report: Report): void {
  for (const { id } of expensesOf(report.id)) removeExpense(id);
  for (const comment of comments.values())
    if (comment.reportId === report.id) comments.delete(comment.id);
  reports.delete(report.id);
}

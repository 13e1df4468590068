import type { Request } from "express";
import { ApiError, conflict, forbidden, notFound } from "./errors.ts";
import { expenses, receipts, reports, teams, users } from "./store.ts";
import type { Expense, Receipt, Report, Team, User } from "./store.ts";

export function userOf(req: Request): User {
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(req.get("Authorization") ?? "")?.[1];
  const user = users.find((one) => one.token === token);
  if (user !== undefined) return user;
  throw new ApiError(401, "unauthorized", "A valid bearer token is needed.", [], {
    "WWW-Authenticate": 'Bearer realm="expenses"',
  });
}

export function teamOf(teamId: string): Team {
  const team = teams.get(teamId);
  if (team === undefined) throw notFound("team");
  return team;
}

export function requireLead(user: User, team: Team): void {
  if (user.teamId !== team.id) throw forbidden("Only its lead can change a team's settings.");
}

export function reportOf(user: User, reportId: string): Report {
  const report = reports.get(reportId);
  if (report === undefined || report.teamId !== user.teamId) throw notFound("report");
  return report;
}

export function expenseOf(user: User, expenseId: string): { expense: Expense; report: Report } {
  const expense = expenses.get(expenseId);
  const report = reports.get(expense?.reportId ?? "");
  if (expense === undefined || report?.teamId !== user.teamId) throw notFound("expense");
  return { expense, report };
}

export function receiptOf(user: User, receiptId: string): Receipt | undefined {
  const receipt = receipts.get(receiptId);
  return receipt?.teamId === user.teamId ? receipt : undefined;
}

export function requireEditable(report: Report): void {
  if (report.status === "draft" || report.status === "rejected") return;
  throw conflict(`The report is ${report.status} and cannot be changed.`);
}

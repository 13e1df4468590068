import { expensesOf, receiptsOf } from "./store.ts";
import type { Expense, Receipt, Report } from "./store.ts";

export const viewOfReport = (report: Report) => ({
  id: report.id,
  teamId: report.teamId,
  title: report.title,
  purpose: report.purpose,
  currency: report.currency,
  periodFrom: report.periodFrom,
  periodTo: report.periodTo,
  attributes: report.attributes,
  status: report.status,
  total: report.total,
  expenseCount: expensesOf(report.id).length,
  createdAt: report.createdAt,
  updatedAt: report.updatedAt,
  submittedAt: report.submittedAt,
  decidedAt: report.decidedAt,
  decisionNote: report.decisionNote,
});

export const viewOfReceipt = ({ bytes: _bytes, teamId: _teamId, ...receipt }: Receipt) => receipt;

export const viewOfExpense = (expense: Expense) => ({
  id: expense.id,
  reportId: expense.reportId,
  description: expense.description,
  amount: expense.amount,
  category: expense.category,
  spentAt: expense.spentAt,
  mileage: expense.mileage,
  billable: expense.billable,
  tags: expense.tags,
  receipts: receiptsOf(expense.id).map(viewOfReceipt),
  createdAt: expense.createdAt,
});

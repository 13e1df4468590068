import type { Account, AccountWritable, CreateAccountInput, Login } from "@variants/contract";
import { accountValidator, accountWritableValidator } from "@variants/contract/schema-validators";

/** What is sent: neither what the server sets, nor what it has a default for. */
export const written: AccountWritable = { password: "secret", profile: { name: "Ada" } };

export const input: CreateAccountInput = {
  // @ts-expect-error the server sets the id
  body: { ...written, id: "1" },
};

export const deep: AccountWritable = {
  ...written,
  // @ts-expect-error the server sets when somebody joined, at any depth
  others: [{ password: "", profile: { name: "", joined: "" } }],
};

/** What is read: with id and default, without the password. */
export const read = (account: Account): string => {
  // @ts-expect-error a password is never read
  const password: string = account.password;
  return account.id + account.plan + account.profile.joined + password;
};

export const login: Login = { name: "ada", password: "secret" };

/** Each variant has a validator of its type. */
export const isRead = (value: unknown): value is Account => accountValidator(value);
export const isWritten = (value: unknown): value is AccountWritable =>
  accountWritableValidator(value);

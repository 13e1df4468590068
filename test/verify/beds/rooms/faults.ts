const chosen = process.env["FAULT"];

/** Whether the fault of this id is switched on; at most one is. */
export const faulty = (id: string): boolean => chosen === id;

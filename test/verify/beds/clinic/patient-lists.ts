import { date, oneOf, text, type Check } from "./check.ts";
import { fault } from "./faults.ts";
import { Problem, type Answer, type Call } from "./http.ts";
import { count, optional, repeated } from "./parameters.ts";
import { patients, practitioners, type Patient } from "./store.ts";

/** Order of code points, which that of UTF-8 is. */
const byText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

type Order = (a: Pick<Patient, "id" | "name" | "birthDate">, b: typeof a) => number;

function orderBy(sort: string): Order {
  const member = sort.endsWith("name") ? "name" : "birthDate";
  const sign = sort.startsWith("-") ? -1 : 1;
  return (a, b) => {
    const order = sign * byText(a[member], b[member]);
    return fault("cursor-skips-ties") ? order : order || byText(a.id, b.id);
  };
}

/** A cursor is the order and what the last patient of a page has in it. */
const cursorAfter = (sort: string, { id, name, birthDate }: Patient): string =>
  Buffer.from(JSON.stringify([sort, id, name, birthDate])).toString("base64url");

function readCursor(cursor: string, sort: string): Pick<Patient, "id" | "name" | "birthDate"> {
  try {
    const [of, id, name, birthDate] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (of === sort && [id, name, birthDate].every((part) => typeof part === "string"))
      return { id, name, birthDate };
  } catch {
    // Refused below as any other text that is no cursor.
  }
  throw new Problem(400, "Parameter cursor is not of a page of this list.", {
    errors: [{ at: "cursor", message: "is not of a page of this list" }],
  });
}

function filter(call: Call): (patient: Patient) => boolean {
  const q = optional(call, "q", text(1, 120));
  const bornFrom = optional(call, "bornFrom", date);
  const bornTo = optional(call, "bornTo", date);
  return ({ name, birthDate }) =>
    (q === undefined || name.toLowerCase().includes(q.toLowerCase())) &&
    (bornFrom === undefined || birthDate >= bornFrom) &&
    (bornTo === undefined ||
      birthDate < bornTo ||
      (birthDate === bornTo && !fault("born-to-exclusive")));
}

export function listPatients(call: Call): Answer {
  const limit = count(call, "limit", 100, 20);
  const sort = optional(call, "sort", oneOf("name", "-name", "birthDate", "-birthDate")) ?? "name";
  const order = orderBy(sort);
  const cursor = optional(call, "cursor", text(1, 2000));
  const after = cursor === undefined ? undefined : readCursor(cursor, sort);
  const isWanted = filter(call);
  const left = [...patients.values()]
    .filter(({ practice }) => practice === call.practice)
    .map(({ patient }) => patient)
    .filter((patient) => isWanted(patient) && (!after || order(patient, after) > 0))
    .toSorted(order);
  const items = left.slice(0, limit);
  const last = items.at(-1);
  const nextCursor = last && left.length > items.length ? cursorAfter(sort, last) : null;
  return { status: 200, json: { items, nextCursor } };
}

const anySpecialty: Check = oneOf("cardiology", "dermatology", "general", "pediatrics");

export function listPractitioners(call: Call): Answer {
  const wanted = repeated(call, "specialty", anySpecialty);
  const accepts = optional(call, "acceptsNewPatients", oneOf("true", "false"));
  const items = practitioners
    .filter(({ specialty }) => wanted.length === 0 || wanted.includes(specialty))
    .filter(
      ({ acceptsNewPatients }) => accepts === undefined || String(acceptsNewPatients) === accepts,
    );
  if (!fault("practitioners-in-latin-1")) return { status: 200, json: items };
  return {
    status: 200,
    headers: { "Content-Type": "application/json" },
    bytes: Buffer.from(JSON.stringify(items), "latin1"),
  };
}

import { accepted } from "./checks.ts";
import { quoteBody } from "./bodies.ts";
import { faulty } from "./faults.ts";
import { jsonOf } from "./http.ts";
import type { Answer, Call } from "./http.ts";
import type { QuoteInput, Service } from "./records.ts";

const daysOf: Readonly<Record<Service, number>> = { economy: 5, standard: 3, express: 1 };
const baseCents: Readonly<Record<Service, number>> = { economy: 390, standard: 490, express: 1290 };

/** The last quote that was made. */
let latest: unknown;

export async function createQuote(call: Call): Promise<Answer> {
  const body = accepted<QuoteInput>(quoteBody, jsonOf(call));
  const insured = body.insuredCents ?? 0;
  const started = Math.ceil(body.weightGrams / 1000);
  const lines = [
    { text: `Parcel, ${body.service}`, amountCents: baseCents[body.service] },
    { text: "Weight", amountCents: started * 45 },
    ...(body.to.country === "DE" ? [] : [{ text: "Border", amountCents: 600 }]),
    ...(insured > 0 ? [{ text: "Insurance", amountCents: Math.ceil(insured / 100) }] : []),
  ];
  const priced = faulty("quote-total-without-insurance")
    ? lines.filter(({ text }) => text !== "Insurance")
    : lines;
  const quote = {
    service: body.service,
    to: body.to,
    weightGrams: body.weightGrams,
    deliveryDays: daysOf[body.service],
    currency: "EUR",
    lines,
    totalCents: priced.reduce((sum, { amountCents }) => sum + amountCents, 0),
  };
  latest = quote;
  if (!faulty("quotes-mixed")) return { status: 200, json: quote };
  await new Promise(setImmediate);
  return { status: 200, json: latest };
}

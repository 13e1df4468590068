import type { FastifyInstance } from "fastify";
import { Refusal } from "./errors.ts";
import { faulty } from "./faults.ts";
import type { Language } from "./records.ts";
import { quoteRequest } from "./schemas.ts";
import { settings } from "./store.ts";

type Item = { targetLanguage: Language; words: number; repeatedWords?: number };
type QuoteRequest = { sourceLanguage: Language; rush?: boolean; items: Item[] };

const tenthsOfCentsPerWord: Record<Language, number> = {
  ar: 185,
  de: 125,
  en: 110,
  es: 125,
  fr: 125,
  it: 125,
  ja: 185,
  nl: 125,
  pl: 140,
  "pt-BR": 125,
  sv: 140,
  "zh-Hans": 185,
};

const minimumCents = 3500;
const wordsOfDiscount = 10_000;

/** The quotient, halves rounded up. All numbers are whole. */
const rounded = (dividend: number, divisor: number): number =>
  Math.floor((2 * dividend + divisor) / (2 * divisor));

function lineOf({ targetLanguage, words, repeatedWords = 0 }: Item) {
  const rate = tenthsOfCentsPerWord[targetLanguage];
  const hundredths = words * rate * 10 + repeatedWords * rate * 3;
  const amountCents = Math.max(minimumCents, rounded(hundredths, 100));
  return { targetLanguage, words, repeatedWords, amountCents };
}

function taxOf(netCents: number, vatPercent: number): number {
  const hundredthsOfPercent = Math.round(vatPercent * 100);
  return faulty("tax-rounded-down")
    ? Math.floor((netCents * hundredthsOfPercent) / 10_000)
    : rounded(netCents * hundredthsOfPercent, 10_000);
}

function quoteOf(request: QuoteRequest, vatPercent: number) {
  const lines = request.items.map(lineOf);
  const rush = request.rush ?? false;
  const wordCount = lines.reduce((sum, line) => sum + line.words + line.repeatedWords, 0);
  const subtotalCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
  const discounted = faulty("discount-above-only")
    ? wordCount > wordsOfDiscount
    : wordCount >= wordsOfDiscount;
  const discountCents = discounted ? rounded(subtotalCents * 5, 100) : 0;
  const rushCents = rush ? rounded((subtotalCents - discountCents) * 25, 100) : 0;
  const netCents = subtotalCents - discountCents + rushCents;
  const taxCents = taxOf(netCents, vatPercent);
  return {
    sourceLanguage: request.sourceLanguage,
    rush,
    lines,
    wordCount,
    subtotalCents,
    discountCents,
    rushCents,
    netCents,
    vatPercent,
    taxCents,
    totalCents: netCents + taxCents,
  };
}

export function addQuoteRoutes(app: FastifyInstance): void {
  app.post<{ Body: QuoteRequest }>(
    "/quotes",
    { schema: { body: quoteRequest } },
    (request, reply) => {
      const { sourceLanguage, items } = request.body;
      if (items.some((item) => item.targetLanguage === sourceLanguage))
        throw new Refusal(422, "A text is not translated into the language that it is in.");
      const vatPercent = settings.get(request.customer)?.vatPercent ?? 0;
      reply.send(quoteOf(request.body, vatPercent));
    },
  );
}

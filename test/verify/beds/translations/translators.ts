import type { FastifyInstance } from "fastify";
import { faulty } from "./faults.ts";
import { pageOf } from "./pages.ts";
import type { PageQuery } from "./pages.ts";
import type { Language, Translator } from "./records.ts";
import { translatorList } from "./schemas.ts";

const people: [string, Language, Language[], number, boolean][] = [
  ["Amir Haddad", "ar", ["en", "fr"], 4.6, true],
  ["Anna Lindqvist", "sv", ["en", "de"], 4.9, true],
  ["Bernd Kessler", "de", ["en"], 4.8, true],
  ["Carla Moretti", "it", ["en", "es"], 4.2, false],
  ["Chen Yu", "zh-Hans", ["en", "ja"], 4.5, true],
  ["Claire Dubois", "fr", ["de"], 3.9, true],
  ["Denis Laurent", "fr", ["en", "it"], 4.7, true],
  ["Eva Nowak", "pl", ["en", "de"], 4, true],
  ["Felipe Costa", "pt-BR", ["en", "es"], 4.4, false],
  ["Grace Miller", "en", ["de", "fr"], 4.9, true],
  ["Haruka Sato", "ja", ["en"], 5, true],
  ["Ilse de Wit", "nl", ["en", "de"], 4.1, true],
  ["Javier Ortega", "es", ["en"], 3.5, false],
  ["Jonas Brandt", "de", ["sv", "en"], 4.3, true],
  ["Katarzyna Zielinska", "pl", ["en"], 4.8, false],
  ["Lucia Romano", "it", ["en", "fr"], 4.6, true],
  ["Marta Silva", "pt-BR", ["en"], 4.9, true],
  ["Nadia Karim", "ar", ["en"], 3.8, false],
  ["Oliver Grant", "en", ["es", "it"], 4.4, true],
  ["Pedro Alonso", "es", ["en", "pt-BR"], 4.7, true],
  ["Ruben Visser", "nl", ["en"], 4.5, false],
  ["Sofia Berg", "sv", ["en"], 4.2, true],
  ["Thomas Adler", "de", ["fr"], 4, true],
  ["Wei Zhang", "zh-Hans", ["en"], 4.8, true],
];

const directory: Translator[] = people.map(
  ([name, nativeLanguage, sourceLanguages, rating, available], index) => ({
    id: `t-${String(index + 1)}`,
    name,
    nativeLanguage,
    sourceLanguages,
    rating,
    available,
  }),
);

export const translatorOf = (id: string): Translator | undefined =>
  directory.find((translator) => translator.id === id);

type ListQuery = PageQuery & {
  sourceLanguage?: Language;
  nativeLanguage?: Language;
  minRating?: string;
  available?: "true" | "false";
  sort?: "name" | "-rating";
};

function fits(translator: Translator, query: ListQuery): boolean {
  const { sourceLanguage, nativeLanguage, minRating, available } = query;
  if (sourceLanguage !== undefined && !translator.sourceLanguages.includes(sourceLanguage))
    return false;
  if (nativeLanguage !== undefined && translator.nativeLanguage !== nativeLanguage) return false;
  if (minRating !== undefined && translator.rating < Number(minRating)) return false;
  if (faulty("translators-unavailable-ignored"))
    return available === "true" ? translator.available : true;
  return available === undefined || translator.available === (available === "true");
}

export function addTranslatorRoutes(app: FastifyInstance): void {
  app.get<{ Querystring: ListQuery }>(
    "/translators",
    { schema: { querystring: translatorList } },
    (request, reply) => {
      const found = directory.filter((translator) => fits(translator, request.query));
      if (request.query.sort === "-rating") found.sort((one, other) => other.rating - one.rating);
      reply.send(pageOf(found, request, reply));
    },
  );
}

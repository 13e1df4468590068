import type { FastifyInstance } from "fastify";
import { Refusal } from "./errors.ts";
import { exportRoute } from "./exports.ts";
import { faulty } from "./faults.ts";
import { pageOf } from "./pages.ts";
import type { PageQuery } from "./pages.ts";
import { languages } from "./records.ts";
import type { Language, Term } from "./records.ts";
import { termInput, termList, termPlace } from "./schemas.ts";
import { customers, glossaryOf } from "./store.ts";
import { now } from "./times.ts";

type Place = { targetLanguage: string };
type TermPlace = Place & { term: string };
type TermInput = Partial<Term> & { translation: string };

/** The language of the glossary. Throws 404 where the agency does not translate into it. */
function languageOf({ targetLanguage }: Place): Language {
  const language = languages.find((known) => known === targetLanguage);
  if (language === undefined) throw new Refusal(404, "There is no glossary for this language.");
  return language;
}

const keyOf = (term: string): string =>
  faulty("term-not-normalised") ? term : term.normalize("NFC");

/** All terms of the glossary in the order of their code points. */
function termsOf(customer: string, language: Language): Term[] {
  const terms = [...glossaryOf(customer, language).values()];
  return terms.toSorted((one, other) =>
    Buffer.compare(Buffer.from(one.term), Buffer.from(other.term)),
  );
}

function termsWith(customer: string, language: Language, prefix: string): Term[] {
  const searched = faulty("terms-prefix-of-others") ? customers() : [customer];
  const wanted = prefix.normalize("NFC").toLowerCase();
  return searched
    .flatMap((owner) => termsOf(owner, language))
    .filter(({ term }) => term.toLowerCase().startsWith(wanted));
}

function storeTerm(glossary: Map<string, Term>, key: string, input: TermInput): Term {
  const before = glossary.get(key);
  const time = now();
  const noteBefore = faulty("term-replace-keeps-note") ? (before?.note ?? null) : null;
  const term: Term = {
    term: key,
    translation: input.translation,
    partOfSpeech: input.partOfSpeech ?? "other",
    note: input.note ?? noteBefore,
    doNotTranslate: input.doNotTranslate ?? false,
    createdAt: before?.createdAt ?? time,
    updatedAt: time,
  };
  glossary.set(key, term);
  return term;
}

export function addGlossaryRoutes(app: FastifyInstance): void {
  app.get<{ Params: Place; Querystring: PageQuery & { prefix?: string } }>(
    "/glossaries/:targetLanguage/terms",
    { schema: { querystring: termList } },
    (request, reply) => {
      const language = languageOf(request.params);
      const { prefix } = request.query;
      const found =
        prefix === undefined
          ? termsOf(request.customer, language)
          : termsWith(request.customer, language, prefix);
      reply.send(pageOf(found, request, reply));
    },
  );

  app.put<{ Params: TermPlace; Body: TermInput }>(
    "/glossaries/:targetLanguage/terms/:term",
    { schema: { params: termPlace, body: termInput } },
    (request, reply) => {
      const glossary = glossaryOf(request.customer, languageOf(request.params));
      const key = keyOf(request.params.term);
      const status = glossary.has(key) ? 200 : 201;
      reply.code(status).send(storeTerm(glossary, key, request.body));
    },
  );

  app.delete<{ Params: TermPlace }>(
    "/glossaries/:targetLanguage/terms/:term",
    { schema: { params: termPlace } },
    (request, reply) => {
      const glossary = glossaryOf(request.customer, languageOf(request.params));
      const removed = glossary.delete(keyOf(request.params.term));
      if (!removed && !faulty("term-delete-missing-204"))
        throw new Refusal(404, "The glossary has no such term.");
      reply.code(204).send();
    },
  );

  app.get<{ Params: Place }>("/glossaries/:targetLanguage/export", (request, reply) => {
    const language = languageOf(request.params);
    exportRoute(reply, request.headers.accept, language, termsOf(request.customer, language));
  });
}

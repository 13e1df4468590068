import { downloadCover, uploadCover } from "./cover.ts";
import { base, type Handler } from "./http.ts";
import { borrowCopy, payFine, renewLoan, returnLoan } from "./loan-actions.ts";
import { listLoans } from "./loans.ts";
import { getMember, putMember } from "./members.ts";
import { notFound, Problem } from "./problem.ts";
import { createReservation, listReservations } from "./reservations.ts";
import { getSettings, replaceSettings } from "./settings.ts";
import { listTitles } from "./title-list.ts";
import { addCopy, createTitle, deleteTitle, getTitle, updateTitle } from "./titles.ts";

const routes: Record<string, Record<string, Handler>> = {
  "/titles": { GET: listTitles, POST: createTitle },
  "/titles/{title_id}": { GET: getTitle, PATCH: updateTitle, DELETE: deleteTitle },
  "/titles/{title_id}/copies": { POST: addCopy },
  "/titles/{title_id}/cover": { GET: downloadCover, PUT: uploadCover },
  "/titles/{title_id}/reservations": { GET: listReservations, POST: createReservation },
  "/members/{card_number}": { GET: getMember, PUT: putMember },
  "/loans": { GET: listLoans, POST: borrowCopy },
  "/loans/{loan_id}/renewals": { POST: renewLoan },
  "/loans/{loan_id}/return": { POST: returnLoan },
  "/loans/{loan_id}/payments": { POST: payFine },
  "/settings": { GET: getSettings, PUT: replaceSettings },
};

const table = Object.entries(routes).map(([path, handlers]) => ({
  segments: (base + path).split("/"),
  handlers,
}));

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Problem(400, "malformed-url", "The path is not percent-encoded UTF-8.");
  }
}

/** Segments are split before they are decoded, so that a parameter may hold a slash. */
export function matchPath(path: string): {
  handlers: Record<string, Handler>;
  params: Record<string, string>;
} {
  const given = path.split("/").map(decode);
  for (const { segments, handlers } of table) {
    if (segments.length !== given.length) continue;
    const params: Record<string, string> = {};
    const fits = segments.every((segment, i) => {
      if (!segment.startsWith("{")) return segment === given[i]!;
      params[segment.slice(1, -1)] = given[i]!;
      return given[i] !== "";
    });
    if (fits) return { handlers, params };
  }
  throw notFound("resource");
}

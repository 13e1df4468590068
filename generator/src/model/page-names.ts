/** Usual names of query parameters by which a list is read page by page. */
export const pageParameterNames =
  /^(?:page|page[-_]?(?:size|number|num|no|token|index|limit|offset)|per[-_]?page|page\[\w+\]|limit|offset|cursor|next[-_]?(?:cursor|token|page)|starting[-_]?after|ending[-_]?before|after|before|skip|\$?skip(?:[-_]?token)?|\$top|start[-_]?(?:at|index|key)|marker|continuation[-_]?token|max[-_]?(?:results|items|keys)|since[-_]?id)$/i;

/** Usual names of members of a body that lead to the next page. */
export const pageMemberNames =
  /^(?:next|next[-_]?(?:page|cursor|token|link|url|marker|page[-_]?token|offset)|has[-_]?(?:more|next)|cursor|total[-_]?pages|page[-_]?count|continuation[-_]?token|@odata\.nextLink)$/i;

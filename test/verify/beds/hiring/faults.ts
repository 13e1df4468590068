// One fault may be switched on with the environment variable FAULT.
const ids = [
  "jobs-total-counts-page",
  "jobs-next-page-skips-one",
  "jobs-status-last-value",
  "jobs-created-to-exclusive",
  "jobs-title-locale-order",
  "job-location-without-base",
  "job-create-salary-range-unchecked",
  "job-slug-archived-reused",
  "job-visible-to-other-workspace",
  "job-etag-ignores-counts",
  "job-patch-updated-at-stuck",
  "job-patch-null-ignored",
  "job-patch-half-applied",
  "archive-again-moves-date",
  "restore-resets-status",
  "candidates-limit-100-refused",
  "candidates-tag-any",
  "candidates-cache-shared",
  "candidate-email-case-sensitive",
  "candidate-create-race",
  "candidate-name-utf16-length",
  "candidate-head-405",
  "candidate-put-keeps-phone",
  "candidate-put-if-match-ignored",
  "candidate-delete-hired-allowed",
  "candidate-delete-counts-stale",
  "export-first-page-only",
  "export-quotes-not-doubled",
  "applications-min-rating-exclusive",
  "applications-filters-ored",
  "applications-unrated-first",
  "application-create-on-hold-job",
  "application-foreign-candidate",
  "application-under-other-job",
  "application-patch-malformed-422",
  "application-patch-absent-clears-rating",
  "application-average-stale",
  "interview-offset-dropped",
  "hire-beyond-openings",
  "reopen-keeps-reason",
  "bulk-move-partial",
  "comments-cursor-after-end",
  "comment-author-race",
  "upload-bytes-as-text",
  "download-other-workspace",
];

const active = process.env.FAULT ?? "";
if (active !== "" && !ids.includes(active)) {
  console.error(`unknown fault: ${active}`);
  process.exit(2);
}

export const fault = (id: string): boolean => active === id;

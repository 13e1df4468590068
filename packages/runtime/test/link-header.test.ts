import { describe, expect, test } from "vitest";
import { growthOfWork } from "../../../test/growth-of-work.ts";
import { linkTarget } from "../src/client/link-header.ts";

describe("the next link of a Link header", () => {
  test.each([
    ['</a?page=2>; rel="next"', "/a?page=2"],
    ["</a>; rel=next", "/a"],
    ["</a>;rel=next", "/a"],
    ["< /a > ; rel = next", "/a"],
    ['</a>; REL="NEXT"', "/a"],
    ['</a>; rel="last next"', "/a"],
    ['</first>; rel="first", </a>; rel="next", </last>; rel="last"', "/a"],
    ['</a>; title="x, <b>; rel=next"; rel="next"', "/a"],
    ['</b>; title="a \\" quote; rel=next", </a>; rel=next', "/a"],
    ['</b>; title="\\"; rel=next; x=", </a>; rel=next', "/a"],
    ["</a,b;c>; rel=next", "/a,b;c"],
    ["</a>; crossorigin; rel=next", "/a"],
    ["</a>; rel=next; rel=prev", "/a"],
    [", , </a>; rel=next,", "/a"],
    ["<>; rel=next", ""],
  ])("%s", (header, target) => {
    expect(linkTarget(header, "next")).toBe(target);
  });

  test.each([
    null,
    "",
    "</a>",
    "</a>; rel=prev",
    "</a>; rel=prev; rel=next",
    '</a>; rel="next-page"',
    '</a>; rel=next; anchor="/other"',
    "</a; rel=next",
    '</a>; title="rel=next',
    "/a; rel=next",
  ])("is not in %j", (header) => {
    expect(linkTarget(header, "next")).toBeUndefined();
  });

  test.each(['<a>; x="', "<a>;", "<", " ;", '<a>; x="\\"', "<a>; x=y "])(
    "is found, or not, by work in proportion to the header: %j",
    (piece) => {
      const find = (count: number): void => void linkTarget(piece.repeat(count), "next");
      expect(growthOfWork(find, 2000, 8)).toBeLessThan(32);
    },
  );
});

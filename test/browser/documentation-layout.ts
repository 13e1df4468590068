import type { Page } from "playwright-core";

/** The texts of cells that reach beyond their column, and of names of options that stand in several lines. */
export function badCells(page: Page): Promise<(string | null)[]> {
  return page.locator("main .vp-doc").evaluate((content) => {
    const right = content.getBoundingClientRect().right + 1;
    const cells = [...content.querySelectorAll("td")];
    const options = [...content.querySelectorAll("td code.option")];
    return [
      ...cells.filter((one) => one.getBoundingClientRect().right > right),
      ...options.filter((one) => one.getClientRects().length > 1),
    ].map((one) => one.textContent);
  });
}

/** The texts of blocks of code whose lines do not fit. */
export function cutCode(page: Page): Promise<(string | null)[]> {
  return page
    .locator("main pre")
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
}

/** What the first table or block of code that goes on shows at its sides, and how many parts in it would hide that. */
export function signOf(page: Page, name: "table" | "pre") {
  return page.evaluate((selector) => {
    const wide = [...document.querySelectorAll(selector)].find(
      (one) => one.scrollWidth > one.clientWidth,
    );
    const parts = [...(wide?.querySelectorAll("tr, th, td, pre > code") ?? [])];
    const style = wide && getComputedStyle(wide);
    return {
      image: style?.backgroundImage.match(/linear-gradient/g)?.length ?? 0,
      moves: style?.backgroundAttachment,
      opaque: parts.filter((one) => getComputedStyle(one).backgroundColor.startsWith("rgb("))
        .length,
    };
  }, `main ${name}`);
}

/** The addresses of the pictures that are shown, and how large they are compared with their drawings. */
export function shownPictures(page: Page) {
  return page.locator("main img:visible").evaluateAll((all) =>
    all.map((one) => {
      const { src, width, naturalWidth } = one as HTMLImageElement;
      return { src, scale: width / naturalWidth };
    }),
  );
}

import { posix } from "node:path";
import { headingsOf } from "./markdown.ts";
import { home, navigation, referenceIndex, referenceTitle } from "./navigation.ts";
import type { Page } from "./pages.ts";

/** An entry of the navigation: a page, or a group of them. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: SidebarItem[];
  readonly collapsed?: boolean;
}

/** The navigation for each folder of the site; operations have their own. */
export interface Sidebars {
  readonly "/": SidebarItem[];
  readonly "/reference/": SidebarItem[];
}

/** Builds the navigation of a site. Groups of operations are closed unless one of their pages is open. */
export function sidebarsOf(pages: readonly Page[]): Sidebars {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const sections = navigation.map(({ title, pages: rows }) => ({
    text: title,
    items: rows.flatMap(({ path }) => itemOf(byPath.get(path))),
  }));
  return { "/": sections, "/reference/": operationItems(pages, byPath.get(referenceIndex.path)) };
}

/** Groups pages by section, in the order of the navigation. */
export function sectionsOf(pages: readonly Page[]): { title: string; pages: Page[] }[] {
  const named = new Map(
    navigation.flatMap((one) => one.pages.map(({ path }) => [path, one.title])),
  );
  const order = [...navigation.map(({ title }) => title), referenceTitle];
  const others = pages.filter(({ path }) => path !== home.path);
  return order
    .map((title) => ({
      title,
      pages: others.filter(({ path }) => (named.get(path) ?? referenceTitle) === title),
    }))
    .filter((section) => section.pages.length > 0);
}

/** The navigation of operations: the pages of the reference's own folder, then a group for each folder in it. */
function operationItems(pages: readonly Page[], index: Page | undefined): SidebarItem[] {
  const reference = pages.filter(({ path }) => path.startsWith("reference/"));
  const folders = Map.groupBy(reference, ({ path }) => posix.dirname(path));
  const { reference: first = [], ...groups } = Object.fromEntries(folders);
  const items = Object.entries(groups).map(([folder, members = []]) => ({
    text: groupTitle(folder, index),
    items: members.flatMap(itemOf),
    collapsed: true,
  }));
  return [...first.flatMap(itemOf), ...items];
}

/** The title of a group: its heading in the index, or the name of its folder. */
function groupTitle(folder: string, index: Page | undefined): string {
  const name = posix.basename(folder);
  const heading = headingsOf(index?.text ?? "").find(({ anchor }) => anchor === name);
  return heading?.text ?? name;
}

function itemOf(page: Page | undefined): SidebarItem[] {
  if (page === undefined) return [];
  const address = page.path.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, ".html");
  return [{ text: page.label ?? page.title, link: `/${address}` }];
}

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

/** The navigation beside the pages of a folder of the site; operations have one of their own. */
export interface Sidebars {
  readonly "/": SidebarItem[];
  readonly "/reference/": SidebarItem[];
}

/** The navigation over the pages of a site. Groups of operations are closed until one of their pages is shown. */
export function sidebarsOf(pages: readonly Page[]): Sidebars {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const sections = navigation.map(({ title, pages: rows }) => ({
    text: title,
    items: rows.flatMap(({ path }) => itemOf(byPath.get(path))),
  }));
  return { "/": sections, "/reference/": operationItems(pages, byPath.get(referenceIndex.path)) };
}

/** The pages in the order of the navigation, by the titles of their sections. */
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

/** The pages of operations by their folders, behind those of the folder that has all of these. */
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

/** The heading of the index under which the group's pages stand, or its folder's name. */
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

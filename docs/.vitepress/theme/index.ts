import { useData, withBase, type Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineComponent, h } from "vue";
// oxlint-disable-next-line import/no-unassigned-import -- styles export nothing
import "./style.css";

/** A link to the Markdown that the page was made of. */
const MarkdownLink = defineComponent(() => {
  const { page } = useData();
  // With a target the router leaves the link to the browser.
  return () =>
    h("p", [
      h(
        "a",
        { href: withBase(`/${page.value.relativePath}`), target: "_self" },
        "This page as Markdown",
      ),
    ]);
});

const theme: Theme = {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "doc-footer-before": () => h(MarkdownLink) }),
};
export default theme;

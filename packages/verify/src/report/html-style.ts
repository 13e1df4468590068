/** The style of the page: it follows the light or dark of the reader's system, and fits narrow windows. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --text: #1b1f24; --soft: #57606a; --page: #fff; --box: #f6f8fa; --line: #d0d7de;
  --good: #116329; --good-box: #dafbe1; --bad: #a40e26; --bad-box: #ffebe9; --odd: #7d4e00; --odd-box: #fff8c5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6edf3; --soft: #9198a1; --page: #0d1117; --box: #161b22; --line: #3d444d;
    --good: #7ee787; --good-box: #12261e; --bad: #ffa198; --bad-box: #2d1215; --odd: #f2cc60; --odd-box: #272115;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 90rem; padding: 1.5rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .75rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: .25rem 0; }
code, pre { font: .85rem/1.45 ui-monospace, Menlo, Consolas, monospace; }
pre {
  margin: .25rem 0 .75rem; padding: .6rem .75rem; background: var(--page); border: 1px solid var(--line);
  border-radius: 6px; white-space: pre-wrap;
}
.soft { color: var(--soft); }
.verdict { display: inline-block; margin: .5rem 0; padding: .25rem .75rem; border-radius: 6px; font-weight: 600; }
.figures { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; padding: 0; list-style: none; }
.figures li { flex: 1 1 10rem; padding: .6rem .9rem; background: var(--box); border: 1px solid var(--line); border-radius: 6px; }
.figures strong { display: block; font-size: 1.4rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-size: .85rem; color: var(--soft); }
td:first-child { min-width: 16rem; }
.method { font-weight: 600; }
.chips { display: flex; flex-wrap: wrap; gap: .3rem; margin: 0; padding: 0; list-style: none; }
.chips li, .key {
  padding: 0 .5rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .82rem; line-height: 1.5rem;
}
.good { color: var(--good); background: var(--good-box); border-color: currentColor; }
.bad { color: var(--bad); background: var(--bad-box); border-color: currentColor; }
.odd { color: var(--odd); background: var(--odd-box); border-color: currentColor; }
.never { color: var(--soft); border-style: dashed; }
.legend { display: flex; flex-wrap: wrap; gap: .5rem; margin: .5rem 0 1rem; font-size: .85rem; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: .75rem; }
details { margin: .5rem 0; padding: .5rem .9rem; background: var(--box); border: 1px solid var(--line); border-radius: 6px; }
summary { cursor: pointer; }
details ul { padding-left: 1.25rem; }
@media (max-width: 48rem) {
  body { padding: 1rem; }
  thead { position: absolute; left: -200vw; }
  tr { display: block; padding: .75rem 0; border-bottom: 1px solid var(--line); }
  td { display: block; padding: .2rem 0; border: 0; }
  td:first-child { min-width: 0; }
  td[data-title]::before { content: attr(data-title); display: block; font-size: .8rem; color: var(--soft); }
  td:not(:first-child):not(:has(li)) { display: none; }
}
@media print { details > * { display: block; } }
`;

/** The style sheet of the console: light and dark, for widths from 320 pixels. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f7f9, #14161a); --card: light-dark(#fff, #1c1f25);
  --text: light-dark(#1b1f24, #e4e7eb); --soft: light-dark(#59636e, #9aa4b0);
  --line: light-dark(#d5dae0, #343a43); --hover: light-dark(#eef2f7, #262b33);
  --accent: light-dark(#0b5cad, #7ab8ff); --chosen: light-dark(#dcebfb, #1d3550);
  --good: light-dark(#176b2c, #7ee08f); --fair: light-dark(#8a5300, #ffc46b); --bad: light-dark(#b3261e, #ff9c94);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: center; padding: .5rem 1rem; background: var(--card); border-bottom: 1px solid var(--line); }
h1 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: .25rem; }
nav a { padding: .15rem .6rem; border-radius: .4rem; text-decoration: none; }
nav a:hover { background: var(--hover); }
nav a[aria-current] { background: var(--chosen); font-weight: 600; }
[data-connection] { margin-left: auto; font-size: 13px; color: var(--soft); }
[data-connection]::before { content: "●"; margin-right: .35rem; color: var(--fair); }
[data-connection="connected"]::before { color: var(--good); }
[data-connection="not connected"]::before { color: var(--bad); }
main { flex: 1; min-height: 0; display: flex; flex-direction: column; }
main > section { flex: 1; min-height: 0; overflow: auto; padding: 0 1rem 2rem; width: 100%; max-width: 80rem; }
[data-error]:empty { display: none; }
[data-error] { margin: .5rem 1rem 0; padding: .4rem .75rem; border: 1px solid var(--bad); border-radius: .4rem; background: var(--card); }
h2 { font-size: 1.1rem; margin: .75rem 0 .5rem; }
h3, h4 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 .25rem; border-bottom: 1px solid var(--line); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
code, pre, .code, .target, .method, .status, h3, td { font: 13px/1.5 ui-monospace, monospace; }
pre { margin: .25rem 0; padding: .5rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--page); border-radius: .4rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .2rem .5rem .2rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { font-size: 13px; font-weight: 600; color: var(--soft); }
th[scope=row] { width: 11rem; }
ul, ol { margin: .25rem 0; padding-left: 1.25rem; }
form, .buttons { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: end; margin: .5rem 0; }
label { display: grid; font-size: 13px; color: var(--soft); }
.check { display: flex; gap: .3rem; align-items: center; align-self: center; }
input, select, textarea, button { font: inherit; color: var(--text); background: var(--card); border: 1px solid var(--line); border-radius: .4rem; padding: .25rem .5rem; min-width: 0; }
input::placeholder { color: var(--soft); opacity: 1; }
button { cursor: pointer; }
button:hover { background: var(--hover); }
input[type=number], input.short { width: 7.5rem; }
input[type=checkbox] { accent-color: var(--accent); }
.filters { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; }
.buttons form { margin: 0; }
.filters input[type=search] { flex: 1 1 16rem; }
.filters [name=status] { width: 6rem; }
.filters [name=where] { flex: 0 1 14rem; }
.filters select { max-width: 11rem; }
output { font-size: 13px; }
.soft { color: var(--soft); font-weight: 400; }
.wrong { color: var(--bad); }
.hint { padding: 1rem; text-align: center; }
.status { font-weight: 700; }
[data-level="2"] { color: var(--good); } [data-level="3"] { color: var(--accent); }
[data-level="4"] { color: var(--fair); } [data-level="5"] { color: var(--bad); }
.method { font-weight: 700; }
.mark { padding: 0 .35rem; border: 1px solid currentColor; border-radius: .4rem; font-size: 12px; }
.mark.fault, .mark.open { color: var(--fair); }
#requests { display: flex; flex-direction: column; max-width: none; overflow: hidden; padding-bottom: 0; }
.split { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(22rem, 2fr) 3fr; gap: 1px; margin: 0 -1rem; border-top: 1px solid var(--line); background: var(--line); }
.master, .detail { overflow: auto; min-width: 0; background: var(--card); scrollbar-gutter: stable; }
.detail { padding: .75rem 1rem 2rem; }
.requests { list-style: none; margin: 0; padding: 0; }
.row { display: grid; grid-template-columns: 2.6rem auto 1fr; gap: 0 .5rem; padding: .35rem .75rem; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none; content-visibility: auto; contain-intrinsic-height: auto 3.2rem; }
.row:hover { background: var(--hover); }
.row:focus-visible { outline-offset: -2px; }
.row[aria-current] { background: var(--chosen); }
.row .target { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.facts { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; margin: .25rem 0; font-size: 13px; }
.row .facts { grid-column: 2 / -1; margin: 0; }
.row .operation:empty { display: none; }
.back { display: none; }
.problems { padding: .4rem .5rem .4rem 1.5rem; border-left: 3px solid var(--bad); background: var(--page); }
.headers th { font-family: ui-monospace, monospace; }
summary { cursor: pointer; }
.detail summary { font-size: 13px; color: var(--soft); }
.group { background: var(--card); border: 1px solid var(--line); border-radius: .4rem; margin: .4rem 0; }
.group > summary { padding: .4rem .75rem; font-weight: 600; }
.group > details { border-top: 1px solid var(--line); padding: .3rem .75rem .3rem 1.25rem; content-visibility: auto; contain-intrinsic-height: auto 2rem; scroll-margin-top: .5rem; }
.group > details > summary { overflow-wrap: anywhere; }
.group > details > summary .soft { font-size: 13px; margin-left: .5rem; }
.group > details[open] { background: var(--hover); content-visibility: visible; }
.whole { flex-basis: 100%; }
textarea { resize: vertical; width: 100%; }
textarea.code { font: 13px/1.5 ui-monospace, monospace; }
[data-faults] code { display: block; }
.wide { overflow: auto; max-height: 32rem; border-top: 1px solid var(--line); padding: .25rem .75rem; }
@media (max-width: 50rem) {
  main > section { padding: 0 .6rem 2rem; }
  header { padding: .4rem .6rem; }
  .split { grid-template-columns: 1fr; margin: 0 -.6rem; }
  .split:not([data-chosen]) > .detail, .split[data-chosen] > .master { display: none; }
  .detail { padding: .5rem .6rem 2rem; }
  .back { display: block; margin-bottom: .5rem; }
  h1 { flex: 1; }
  nav { order: 1; width: 100%; }
  .filters { gap: .35rem; margin: .35rem 0; font-size: 14px; }
  .filters input[type=search] { flex-basis: 100%; }
  .filters select, .filters [name=status] { flex: 1 1 6rem; max-width: none; }
  .filters [name=where] { flex: 1 1 9rem; }
  .filters output { flex-basis: 100%; }
  #requests:has([data-chosen]) .filters { display: none; }
  .group > details > summary .soft { display: block; margin-left: 1rem; }
  th[scope=row] { width: 8rem; }
}
`;

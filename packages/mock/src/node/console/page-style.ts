/** The style sheet of the console, light and dark. */
export const pageStyle = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 76rem; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; }
h1 { font-size: 1.4rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
code, pre, .code { font: 13px/1.5 ui-monospace, monospace; }
pre { margin: .25rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; }
th { font-weight: 600; }
td { overflow-wrap: anywhere; }
th[scope=row] { width: 8rem; }
ul { margin: 0; padding-left: 1rem; }
form, .buttons { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin: .5rem 0; }
label { display: grid; font-size: 13px; }
input, select, button { font: inherit; padding: .2rem .5rem; }
input[type=number], input.short { width: 8rem; }
select { max-width: 20rem; }
[data-level=success] { color: light-dark(#176b2c, #7ee08f); }
[data-level=client] { color: light-dark(#8a5300, #ffc46b); }
[data-level=server], .wrong { color: light-dark(#b3261e, #ff9c94); }
.soft { opacity: .75; }
article { border-top: 1px solid var(--line); padding: .5rem 0; }
article:target { background: var(--soft); }
article h3 { font-size: 1rem; margin: 0; }
.scroll { max-height: 28rem; overflow: auto; border: 1px solid var(--line); }
`;

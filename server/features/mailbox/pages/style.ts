/**
 * The one style element of all pages of letters: 20 px type, one column, targets of 48 px. The colours are the tokens of
 * the design, in a form that old tablets know.
 */
export const style = `
:root { color-scheme: light dark; --paper: #f2f5f3; --surface: #fff; --sunken: #e6ebe8; --line: #d8dedb; --edge: #7f8a86; --ink: #13221d; --soft: #44504c; --primary: #123128; --on-primary: #f7fbf9; --pencil: #ec4c12; --danger: #a8123a; --on-danger: #fff; --wash: #fdeaed; --wash-ink: #8e0f31; --focus: #2f55d4; }
@media (prefers-color-scheme: dark) { :root { --paper: #14100e; --surface: #1e1a17; --sunken: #292421; --line: #36302d; --edge: #7d756f; --ink: #f0ece7; --soft: #bebab4; --primary: #ece7df; --on-primary: #1a1511; --pencil: #f9713b; --danger: #b9204a; --on-danger: #fff; --wash: #3c1620; --wash-ink: #f7a9b8; --focus: #8fb0ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 20px/1.5 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; -webkit-text-size-adjust: 100%; }
.column { max-width: 640px; margin: 0 auto; padding: 24px 16px 64px; }
.brand { margin: 0 0 28px; font-weight: 650; }
.ring { display: inline-block; width: 20px; height: 19px; margin-right: 10px; border: 3px solid var(--pencil); border-top-width: 4px; border-radius: 52% 48% 47% 53%; vertical-align: -3px; }
h1 { margin: 0 0 16px; font-size: 32px; line-height: 1.2; letter-spacing: -0.016em; font-weight: 640; overflow-wrap: anywhere; }
h2 { margin: 0; font-size: 22px; line-height: 1.3; font-weight: 640; overflow-wrap: anywhere; }
h3 { margin: 24px 0 8px; font-size: 20px; font-weight: 640; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.people { font: 21px/1.55 ui-serif, Georgia, 'Times New Roman', serif; white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: var(--ink); text-decoration-color: var(--pencil); text-decoration-thickness: 2px; text-underline-offset: 4px; }
.link { display: inline-block; padding: 9px 0; min-height: 48px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; }
.card { margin: 0 0 20px; padding: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 18px; scroll-margin-top: 16px; }
.card > p:last-child { margin-bottom: 0; }
.photo { display: block; margin: 0 -20px 12px; background: var(--sunken); color: var(--soft); text-align: center; text-decoration: none; }
.photo img { display: block; width: auto; max-width: 100%; height: auto; max-height: 85vh; margin: 0 auto; }
.photo span { display: block; padding: 12px 20px; min-height: 48px; text-decoration: underline; text-align: left; color: var(--ink); }
.actions { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 16px; align-items: flex-start; }
.actions form { margin: 0; }
button, summary, .button { display: inline-block; min-height: 48px; padding: 9px 24px; border: 2px solid transparent; border-radius: 999px; background: var(--sunken); color: var(--ink); font: inherit; font-weight: 630; text-align: center; text-decoration: none; cursor: pointer; }
button.main, .button.main { background: var(--primary); color: var(--on-primary); }
button.danger { background: var(--danger); color: var(--on-danger); }
button[aria-pressed='true'] { border-color: var(--pencil); }
.heart { color: var(--pencil); }
summary { list-style: none; }
summary::-webkit-details-marker { display: none; }
details[open] { flex: 1 0 100%; }
details form, .fields, .below { display: grid; gap: 12px; margin-top: 16px; justify-items: start; }
.actions details form { margin-top: 16px; }
.card > .fields { margin-top: 0; }
.card > h2 { margin-bottom: 4px; }
label, legend { font-weight: 630; padding: 0; }
fieldset { margin: 0; padding: 0; border: 0; }
.choice { display: flex; align-items: center; gap: 12px; min-height: 48px; font-weight: 400; }
.choice input { width: 24px; height: 24px; margin: 0; accent-color: var(--primary); }
textarea, select, input[type='email'], input[type='password'] { width: 100%; min-height: 48px; padding: 9px 14px; border: 2px solid var(--edge); border-radius: 12px; background: var(--surface); color: var(--ink); font: inherit; }
textarea { min-height: 144px; resize: vertical; }
.wrong { margin: 0 0 16px; padding: 12px 16px; border-radius: 12px; background: var(--wash); color: var(--wash-ink); }
.said { margin: 0 0 16px; padding: 12px 16px; border-radius: 12px; background: var(--sunken); }
ul { list-style: none; margin: 0; padding: 0; }
.comment { margin: 0 0 12px; padding: 0 0 0 14px; border-left: 3px solid var(--line); }
.comment p { margin: 0; }
.answer { margin-left: 20px; }
.foot { display: flex; flex-wrap: wrap; gap: 4px 28px; margin-top: 32px; padding-top: 12px; border-top: 1px solid var(--line); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 480px) { .wide { width: 100%; } .below, .below form { width: 100%; } .actions { gap: 8px; } .actions button, summary { padding: 9px 16px; } }
`;

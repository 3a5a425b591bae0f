/**
 * The only inline script of the app's pages: text size and theme of this device, before the first paint. The content
 * policy allows it by its hash. `web/features/account/preferences/look.ts` stores both.
 */
export const lookScript = `try{
const root=document.documentElement,{circle_theme:theme,circle_text_size:size}=localStorage;
if(/^1[135][05]$/.test(size))root.style.fontSize=size+'%';
if(/^(light|dark)$/.test(theme)){
root.dataset.theme=theme;
for(const bar of document.querySelectorAll('[name=theme-color]'))bar.content=theme==='dark'?'#16110d':'#f3f5f4';
}}catch{}`;

/** One picture of the gallery. */
export interface Picture {
  file: string;
  title: string;
  who: string;
  width: number;
  theme: 'light' | 'dark';
  findings: readonly string[];
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const figure = ({ file, width, theme, findings }: Picture): string => `
    <figure${findings.length > 0 ? ' class="wrong"' : ''}>
      <a href="${escape(file)}"><img loading="lazy" src="${escape(file)}" alt=""></a>
      <figcaption>${width} ${theme}${findings.map((finding) => `<br>${escape(finding)}`).join('')}</figcaption>
    </figure>`;

/** All pictures on one page, one scene per row, to compare them side by side. */
export const contactSheet = (pictures: readonly Picture[]): string => {
  const rows = Object.values(Object.groupBy(pictures, ({ who, title }) => `${who} ${title}`));
  const row = (shown: readonly Picture[] = []) =>
    `<h2>${escape(shown[0]?.title ?? '')} <small>${escape(shown[0]?.who ?? '')}</small></h2>
  <div>${shown.map(figure).join('')}</div>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Circle, every page</title>
<style>
  body { font: 14px/1.4 system-ui, sans-serif; margin: 24px; background: #888; color: #000 }
  h2 { margin: 32px 0 8px; font-size: 18px } small { font-weight: 400 }
  div { display: flex; gap: 12px; overflow-x: auto; align-items: flex-start }
  figure { margin: 0; flex: none; max-width: 260px } img { height: 360px; max-width: 260px; object-fit: cover; object-position: top }
  .wrong { outline: 4px solid #d00 }
</style>
<h1>${pictures.length} pictures of ${rows.length} scenes</h1>
${rows.map(row).join('\n')}
</html>
`;
};

import type { Mention, Question } from '../../../contract/shapes.ts';
import { withNames } from '../../../contract/text/mention-tokens.ts';
import { questionLine } from '../questions/words.ts';
import { escapeHtml, linkedHtml } from '../../platform/text/html.ts';
import { type Reader, timeFor, wordsFor } from '../../words/reader.ts';

const style = `
:root { color-scheme: light dark; --paper: #f2f5f3; --surface: #fff; --ink: #13221d; --soft: #44504c; --line: #d8dedb; --pencil: #ec4c12; }
@media (prefers-color-scheme: dark) { :root { --paper: #14100e; --surface: #1e1a17; --ink: #f0ece7; --soft: #bebab4; --line: #36302d; --pencil: #f9713b; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.15; margin: 0 0 .5rem; } h2 { margin: 2.5rem 0 .75rem; font-size: 1.4rem; }
h1::before { content: ''; display: inline-block; width: .5em; height: .5em; margin-right: .4em; border: .13em solid var(--pencil); border-radius: 50%; }
a { color: inherit; }
p { margin: .25rem 0; overflow-wrap: anywhere; } .soft { color: var(--soft); font-size: .94rem; }
article { background: var(--surface); border: 1px solid var(--line); border-radius: 18px; padding: 18px; margin: 0 0 1rem; }
.text { font: 1.06rem/1.6 Georgia, serif; white-space: pre-wrap; }
audio { width: 100%; } img, video { display: block; max-width: 100%; height: auto; margin-top: 10px; border-radius: 4px; }
img.me { width: 112px; height: 112px; border-radius: 50%; object-fit: cover; }
`;

/** A time in the reader's language and time zone, as HTML. */
export const timeHtml = (reader: Reader, iso: string): string =>
  `<time datetime="${escapeHtml(iso)}">${escapeHtml(timeFor(reader, new Date(iso)))}</time>`;

/** The beginning of a page that needs no server: it fetches nothing from the network. `title` is escaped here. */
export const offlineHead = (reader: Reader, title: string): string => `<!doctype html>
<html lang="${reader.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:; media-src 'self' file:">
<title>${escapeHtml(title)} · Circle</title>
<style>${style}</style>
</head>
<body>
<main>
`;

export const offlineEnd = '</main>\n</body>\n</html>\n';

export interface OfflineFile {
  /** Its path from the page. */
  file: string;
  width: number;
  height: number;
  alt: string | null;
  /** The path of the video whose poster `file` is; of a video without a poster, its own path in both. Null for a photo. */
  video: string | null;
}

/** A recording, by its path from the page. */
export interface OfflineVoice {
  file: string;
  words: string | null;
}

export interface OfflineMoment {
  createdAt: string;
  /** The text after the time: the author, or the circles. */
  about: string;
  title: string | null;
  question: Question | null;
  content: string;
  mentions: readonly Mention[];
  files: readonly OfflineFile[];
  voice?: OfflineVoice | null;
  /** The line below; left out if empty. */
  counts: string;
}

const addressOf = (file: string): string => escapeHtml(file.split('/').map(encodeURIComponent).join('/'));

const fileHtml = (reader: Reader, { file, width, height, alt, video }: OfflineFile): string => {
  const words = wordsFor(reader).exportPage;
  if (video === null)
    return `<img src="${addressOf(file)}" width="${width}" height="${height}" alt="${escapeHtml(alt ?? words.photo)}" loading="lazy">`;
  const poster = video === file ? '' : ` poster="${addressOf(file)}"`;
  const preload = video === file ? 'metadata' : 'none';
  return `<video src="${addressOf(video)}"${poster} width="${width}" height="${height}" aria-label="${escapeHtml(alt ?? words.video)}" controls playsinline preload="${preload}"></video>`;
};

/** A recording as HTML, with the words for people who cannot hear it. */
export const offlineVoice = (reader: Reader, { file, words }: OfflineVoice): string =>
  `<p><audio src="${addressOf(file)}" aria-label="${escapeHtml(wordsFor(reader).exportPage.voice)}" controls preload="none"></audio></p>${words === null ? '' : `<p class="text">${linkedHtml(words)}</p>`}`;

/** A moment as HTML. All texts are escaped. */
export const offlineMoment = (reader: Reader, moment: OfflineMoment): string => {
  const { createdAt, about, title, question, content: text, mentions, files, voice, counts } = moment;
  const content = withNames(text, mentions, wordsFor(reader).exportPage.somebody);
  return `<article><p class="soft">${timeHtml(reader, createdAt)}${about === '' ? '' : ` · ${escapeHtml(about)}`}</p>
${title === null ? '' : `<h3>${escapeHtml(title)}</h3>\n`}${question ? `<p class="soft">${escapeHtml(questionLine(reader, question))}</p>` : ''}${content === '' ? '' : `<p class="text">${linkedHtml(content)}</p>`}${files.map((file) => fileHtml(reader, file)).join('\n')}${voice ? offlineVoice(reader, voice) : ''}
${counts === '' ? '' : `<p class="soft">${escapeHtml(counts)}</p>`}</article>\n`;
};

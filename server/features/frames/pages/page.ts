import type { Language } from '../../../../contract/shapes.ts';
import type { OpenFrame } from '../find.ts';
import { brand } from '../../../platform/mail/frame.ts';
import { Html, html } from '../../../platform/text/html.ts';
import { wordsIn } from '../../../words/words.ts';

const documentOf = (language: Language, attributes: string, body: Html): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="mobile-web-app-capable" content="yes">
<meta name="apple-mobile-web-app-capable" content="yes">
<title>${wordsIn(language).framePage.title} · Circle</title>
<link rel="stylesheet" href="/frame/frame.css">
<script defer src="/frame/frame.js"></script>
</head>
<body ${new Html(attributes)}>
${body}
</body>
</html>
`.text;

/** The page of a tablet that shows no circle yet. Its script fetches the code. */
export const pairingPage = (language: Language): string => {
  const words = wordsIn(language).framePage;
  return documentOf(
    language,
    'class="pair" data-page="pairing"',
    html`<main>
<p class="brand"><span class="ring"></span>${brand()}</p>
<h1>${words.heading}</h1>
<noscript><p class="wrong">${words.noScript}</p></noscript>
<div id="waiting">
<ol>
<li>${words.stepOpen}</li>
<li>${words.stepGo}</li>
<li>${words.stepType}</li>
</ol>
<p class="code" id="code" role="status">${words.preparing}</p>
<p class="soft" id="works">${words.codeWorks}</p>
<p class="soft">${words.stayOn}</p>
</div>
<div id="paused" hidden>
<h2>${words.pausedTitle}</h2>
<p>${words.paused}</p>
<button id="another" type="button">${words.another}</button>
</div>
<p class="wrong" id="offline" role="alert" hidden>${words.offline}</p>
</main>`,
  );
};

/** The page that shows photos. Its script only shows and hides these sentences. */
export const showingPage = ({ language, night }: OpenFrame): string => {
  const words = wordsIn(language).framePage;
  const hours = night ? ` data-from="${night.from}" data-to="${night.to}"` : '';
  return documentOf(
    language,
    `class="show" data-page="showing"${hours}`,
    html`<main id="stage">
<h1>${words.title}</h1>
<img class="layer" id="one" alt="">
<img class="layer" id="two" alt="">
</main>
<div id="dark"></div>
<p class="note" id="empty" hidden>${words.empty}</p>
<p class="note" id="away" role="status" hidden>${words.away}</p>
<div class="note" id="ended" role="alert" hidden>
<p>${words.ended}</p>
<button id="again" type="button">${words.another}</button>
</div>`,
  );
};

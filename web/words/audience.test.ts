import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frames as germanFrames } from './de/account/frames.ts';
import { compose as german } from './de/moments/compose.ts';
import { frames } from './en/account/frames.ts';
import { compose } from './en/moments/compose.ts';

// MAILBOX-94
test('the audience names two readers by letter and counts the others', () => {
  const { people } = compose.audience;
  const said = [
    people(12, []),
    people(1, ['Rosa']),
    people(12, ['Rosa']),
    people(12, ['Rosa', 'Otto']),
    people(12, ['Rosa', 'Otto', 'Ida', 'Max', 'Lea']),
    german.audience.people(12, ['Rosa', 'Otto', 'Ida']),
  ];
  assert.deepEqual(said, [
    '12 people will see this. Nobody else.',
    '1 person will see this, by letter (Rosa). Nobody else.',
    '12 people will see this, 1 of them by letter (Rosa). Nobody else.',
    '12 people will see this, 2 of them by letter (Rosa and Otto). Nobody else.',
    '12 people will see this, 5 of them by letter (Rosa, Otto and 3 more). Nobody else.',
    '12 Personen werden das sehen, 3 davon per Brief (Rosa, Otto und 1 andere Person). Sonst niemand.',
  ]);
});

// FRAME-14
test('the audience names those whose picture frames show a moment', () => {
  const one = { names: ['Paulo'], others: 0, isOwn: false };
  const own = { names: [], others: 0, isOwn: true };
  const all = { names: ['Paulo', 'Ann'], others: 2, isOwn: true };
  const said = [frames, germanFrames].flatMap(({ showToo, showPhotos }) => [
    ...[one, own, all].map(showToo),
    showPhotos(own),
  ]);
  assert.deepEqual(said, [
    'Paulo’s picture frame shows it too.',
    'Your picture frame shows it too.',
    'The picture frames of Paulo, Ann, 2 others and you show it too.',
    'With a photo, your picture frame shows it too.',
    'Auch der Bilderrahmen von Paulo zeigt es.',
    'Auch dein Bilderrahmen zeigt es.',
    'Auch die Bilderrahmen von dir, Paulo, Ann und 2 weiteren zeigen es.',
    'Mit einem Foto zeigt es auch dein Bilderrahmen.',
  ]);
});

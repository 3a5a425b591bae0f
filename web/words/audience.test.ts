import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compose as german } from '../../dist/words/de/compose.ts';
import { frames as germanFrames } from '../../dist/words/de/frames.ts';
import { compose } from '../../dist/words/en/compose.ts';
import { frames } from '../../dist/words/en/frames.ts';
import { firstTwo, framesOf } from './names.ts';

test('the audience names two readers by e-mail and counts the others', () => {
  const people = (count: number, byLetter: readonly string[]) =>
    compose.audience.people({ count, letters: byLetter.length, names: firstTwo(byLetter), isFramed: false });
  const said = [
    people(12, []),
    people(1, ['Rosa']),
    people(12, ['Rosa']),
    people(12, ['Rosa', 'Otto']),
    people(12, ['Rosa', 'Otto', 'Ida', 'Max', 'Lea']),
    german.audience.people({
      count: 12,
      letters: 3,
      names: ['Rosa', 'Otto', german.others({ count: 1 })],
      isFramed: false,
    }),
  ];
  assert.deepEqual(said, [
    '12 people besides you will see this. Nobody else.',
    '1 person besides you will see this, Rosa by e-mail. Nobody else.',
    '12 people besides you will see this, Rosa by e-mail. Nobody else.',
    '12 people besides you will see this, Rosa and Otto by e-mail. Nobody else.',
    '12 people besides you will see this, Rosa, Otto and 3 more by e-mail. Nobody else.',
    '12 Personen außer dir werden das sehen, Rosa, Otto und 1 andere Person per E-Mail. Sonst niemand.',
  ]);
});

// FRAME-14
test('the audience names those whose picture frames show a moment', () => {
  const one = framesOf({ names: ['Paulo'], others: 0, isOwn: false });
  const own = framesOf({ names: [], others: 0, isOwn: true });
  const all = framesOf({ names: ['Paulo', 'Ann'], others: 2, isOwn: true });
  const said = [...[one, own, all].map(frames.showToo), frames.showPhotos(own)];
  const { ofOthers, ofYou, showToo, showPhotos } = germanFrames;
  const allInGerman = { ...all, names: ['Paulo', 'Ann', ofOthers({ count: 2 }), ofYou] };
  const saidInGerman = [...[one, own, allInGerman].map(showToo), showPhotos(own)];
  assert.deepEqual(
    [...said, ...saidInGerman],
    [
      'Paulo’s picture frame shows it too.',
      'Your picture frame shows it too.',
      'The picture frames of Paulo, Ann, 2 others and you show it too.',
      'With a photo, your picture frame shows it too.',
      'Auch der Bilderrahmen von Paulo zeigt es.',
      'Auch dein Bilderrahmen zeigt es.',
      'Auch die Bilderrahmen von Paulo, Ann, 2 weiteren und dir zeigen es.',
      'Mit einem Foto zeigt es auch dein Bilderrahmen.',
    ],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compose as german } from './de/moments/compose.ts';
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

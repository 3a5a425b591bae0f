import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setGlobals } from '../../../../test/runner/globals.ts';

const kept = new Map<string, string>();
setGlobals({
  // Its channel would keep the process open.
  BroadcastChannel: undefined,
  addEventListener: () => {},
  removeEventListener: () => {},
  IDBKeyRange: { bound: () => null },
  localStorage: {
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => void kept.delete(name),
    setItem: (name: string, value: string) => void kept.set(name, value),
  },
  navigator: { vendor: '' },
});

// ASK-1
test('a draft gets its audience back when it no longer answers a question', async () => {
  const { answerInDraft, answerNothing, changeDraft, draftOf } = await import('./draft.ts');
  const audience = {
    circleIds: ['club', 'choir'],
    withoutLetters: true,
    leftOut: [{ id: 'bo', name: 'Bo' }],
  };
  const shown = () => {
    const { text, circleIds, withoutLetters, leftOut } = draftOf('ann');
    return { text, circleIds, withoutLetters, leftOut };
  };
  draftOf('ann');
  changeDraft({ text: 'My garden', ...audience });
  const question = { words: 'Who taught you to swim?', name: 'Tim', circle: 'Family' };
  answerInDraft({ id: '1', ...question }, 'family');
  const inFamily = { text: 'My garden', circleIds: ['family'], withoutLetters: false, leftOut: [] };
  assert.deepEqual(shown(), inFamily);
  // Another one comes in its place.
  answerInDraft({ id: '2', ...question }, 'sea');
  assert.deepEqual(shown(), { ...inFamily, circleIds: ['sea'] });
  answerNothing();
  assert.deepEqual(shown(), { text: 'My garden', ...audience });
  assert.equal(draftOf('ann').question, undefined);
});

// ASK-1
test('a moment that is taken back to change it answers no question that was put above the empty draft meanwhile', async () => {
  const { answerInDraft, changeDraft, draftOf, isDraftEmpty } = await import('./draft.ts');
  const { shareMoment, takeBackMoment } = await import('./share-moment.ts');
  draftOf('eve');
  const audience = { circleIds: ['club'], leftOut: [{ id: 'bo', name: 'Bo' }] };
  changeDraft({ text: 'A secret', ...audience });
  const moment = shareMoment('eve', draftOf('eve'));
  answerInDraft({ id: '1', words: 'Who?', name: 'Tim', circle: 'Family' }, 'family');
  assert.ok(isDraftEmpty('eve'));
  takeBackMoment(moment);
  const { text, circleIds, leftOut, question } = draftOf('eve');
  assert.deepEqual({ text, circleIds, leftOut }, { text: 'A secret', ...audience });
  assert.equal(question, undefined);
});

// TRUTH-1
test('a draft that has no words yet keeps over a reload whom it leaves out', async () => {
  const { changeDraft, draftOf } = await import('./draft.ts');
  const { rememberAudience } = await import('./audience/last-audience.ts');
  rememberAudience('mia', ['family'], false);
  assert.deepEqual(draftOf('mia').circleIds, ['family']);
  const leftOut = [{ id: 'bo', name: 'Bo' }];
  changeDraft({ leftOut, withoutLetters: true });
  // As after a reload: the draft is read again.
  draftOf('tom');
  const { circleIds, leftOut: hidden, withoutLetters } = draftOf('mia');
  assert.deepEqual(
    { circleIds, leftOut: hidden, withoutLetters },
    { circleIds: ['family'], leftOut, withoutLetters: true },
  );
});

// TRUTH-1
test('a moment that hides from somebody who is gone does not say that a circle is', async () => {
  const { draftOf, changeDraft } = await import('./draft.ts');
  const { shareMoment } = await import('./share-moment.ts');
  const { sender } = await import('./moment-sender.ts');
  const { words } = await import('../../../words/words.ts');
  draftOf('uma');
  changeDraft({ text: 'Surprise', circleIds: ['family'], leftOut: [{ id: 'bo', name: 'Bo' }] });
  const moment = shareMoment('uma', draftOf('uma'));
  assert.notEqual(sender.explain?.(404, moment), words.compose.circles.gone);
});

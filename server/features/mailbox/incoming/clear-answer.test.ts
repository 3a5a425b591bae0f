import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerIn } from './clear-answer.ts';

const answers = {
  yes: [
    'Yes',
    'Yes please! I cannot stop smiling.',
    'Ja! Bis Sonntag am Bus-Stop.',
    'Yes! I am not good with computers, but I would love to.',
    'Ja, sehr gerne! Ich weiß nur nicht, wie das geht.',
    'Ja, sehr gerne, ich weiß nur nicht, wie das geht.',
    'Liebe A, ja sehr gerne. Opa',
    'Dear Ann,\n\nyes, I would love that.\n\nRosa',
    'Hello Ann!\nYes please.',
    'Hallo, ja!',
    'Guten Abend Anna\nGerne\nOma',
    'Ja, no problem!',
    'Oh yes, of course',
    'Sehr gerne!',
    'Aber klar',
    'OK\n\nIf you are not the intended recipient of this e-mail, please delete it and do not read it.',
    'Oui, avec plaisir !',
    '¡Sí, claro!',
    'JA',
  ],
  stop: [
    'Stop',
    'Stopp!',
    'stop please',
    'Bitte stopp. Danke',
    'Please stop these letters',
    'Ok, stop writing to me!',
    'No, thank you',
    'Nein danke.\nWir sehen uns am Sonntag, ja?',
    'Dear Ann, no thanks',
    'Unsubscribe',
  ],
  unclear: [
    '',
    'Who is this?',
    'Si vous ne me connaissez pas, ne m’écrivez plus.',
    'Sure? I do not know you. Stop.',
    'Ja nee, lieber nicht',
    'Ja, aber nicht jetzt',
    'Gerne nicht.',
    'Stop by on Sunday for a coffee',
    'No worries, I will look at it',
    'I will ask my son',
    'Thank you for asking. Yes',
    'Yes or no, I cannot tell',
    'Nonstop Musik gerne',
  ],
};

// MAILBOX-3
for (const [meaning, texts] of Object.entries(answers))
  test(`the first sentence of an answer to a question decides: ${meaning}`, () => {
    for (const text of texts) assert.equal(answerIn(text) ?? 'unclear', meaning, text);
  });

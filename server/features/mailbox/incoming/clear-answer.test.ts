import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Language } from '../../../../contract/shapes.ts';
import { answerIn } from './clear-answer.ts';

/** Answers to a question in English. */
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

// MAILBOX-1
for (const [meaning, texts] of Object.entries(answers))
  test(`the first sentence of an answer to a question decides: ${meaning}`, () => {
    for (const text of texts) assert.equal(answerIn(text, 'en') ?? 'unclear', meaning, text);
  });

/** Answers to a question in the language of their sender. Another language may read them in another way. */
const ownAnswers = {
  de: {
    yes: ['Ja gerne', 'Yes please'],
    stop: ['Nein danke', 'Keine Briefe mehr, stopp', 'No thanks'],
    unclear: ['Warum nicht', 'Ja, aber jetzt nicht'],
  },
  fr: {
    yes: [
      'Oui !',
      'Avec plaisir',
      'Bien sûr, merci',
      'Oui, je veux bien',
      'Bonjour Anne,\noui, volontiers',
      'Mais oui',
    ],
    stop: ['Non merci', 'Plus de lettres', 'Stop s’il vous plaît', 'Désabonnement', 'Merci, non'],
    unclear: [
      'Si',
      'Si tu veux',
      'Oui et non',
      'Pas de souci',
      'Arrête !',
      'Oui, mais pas maintenant',
      'Merci',
    ],
  },
  es: {
    yes: [
      'Sí',
      'Si',
      'Vale',
      'Por supuesto',
      'Claro que sí',
      'Buenas tardes, sí',
      'Sí, con mucho gusto',
      'Cómo no',
    ],
    stop: ['No', 'No, muchas gracias', 'No quiero más cartas', 'Baja', 'No me interesa'],
    unclear: ['Si puedo, sí', 'Si es gratis, sí', 'Sí, pero ahora no', 'No sé', 'No entiendo', 'Basta'],
  },
  it: {
    yes: [
      'Sì',
      'Si',
      "SI'",
      'Va bene',
      'Sì, volentieri',
      'Con molto piacere',
      'Cara Anna, sì grazie',
      'Ma certo!',
    ],
    stop: ['No grazie', 'Grazie, no', 'Niente più lettere', 'Non mi interessa', 'Stop'],
    unclear: ['Magari', 'Si vedrà', 'Sì, ma non ora', 'Non so', 'Nessun problema', 'Basta!'],
  },
  pt: {
    yes: [
      'Sim',
      'Quero',
      'Eu quero',
      'Com certeza!',
      'Sim, com muito gosto',
      'Bom dia, sim quero',
      'Pode ser',
    ],
    stop: ['Não', 'nao, obrigada', 'Não, muito obrigada', 'Não quero', 'Parar', 'Não quero mais cartas'],
    unclear: ['Sim, mas agora não', 'Si puder', 'Não sei', 'Sem problema', 'Pois não', 'Para!', 'Talvez'],
  },
  nl: {
    yes: ['Ja', 'Ja graag', 'Heel graag!', 'Ja hoor', 'Doe maar', 'Beste Anna, ja, met plezier'],
    stop: ['Nee, dank u', 'Liever niet', 'Stop graag', 'Geen brieven meer', 'Afmelden'],
    unclear: ['Nou ja', 'Ja, maar niet nu', 'Geen probleem', 'Misschien', 'Genoeg gelachen!'],
  },
  pl: {
    yes: ['Tak', 'No tak', 'Tak, poproszę', 'Bardzo chętnie', 'Z przyjemnością', 'Droga Aniu, tak', 'Proszę'],
    stop: ['Nie, dziękuję', 'Nie chcę', 'Rezygnuję', 'Wypisz mnie', 'Stop'],
    unclear: ['No', 'Może', 'Tak, ale nie teraz', 'Nie ma problemu', 'Koniec'],
  },
} as const;

// MAILBOX-1
for (const language of Language.options.filter((one) => one !== 'en'))
  test(`the words of a language decide before those of others: ${language}`, () => {
    for (const meaning of ['yes', 'stop', 'unclear'] as const)
      for (const text of ownAnswers[language][meaning])
        assert.equal(answerIn(text, language) ?? 'unclear', meaning, text);
  });

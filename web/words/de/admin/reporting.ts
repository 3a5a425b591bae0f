import type { reporting as english } from '../../en/admin/reporting.ts';

export const reporting = {
  post: 'Moment melden',
  comment: 'Kommentar melden',
  member: 'Mitglied melden',
  types: {
    spam: 'Spam',
    harassment: 'Belästigung',
    inappropriate_content: 'Unangemessener Inhalt',
    fake_account: 'Falsches Konto',
    copyright: 'Urheberrecht',
  },
  dialog: {
    post: 'Moment melden',
    comment: 'Kommentar melden',
    user: 'Mitglied melden',
    about: {
      post: (name: string) =>
        `Die Administration wird diesen Moment von ${name} sehen, wie er jetzt ist, und was du hier schreibst. ${name} erfährt nicht, wer ihn gemeldet hat.`,
      comment: (name: string) =>
        `Die Administration wird diesen Kommentar von ${name} sehen, wie er jetzt ist, und was du hier schreibst. ${name} erfährt nicht, wer ihn gemeldet hat.`,
      user: (name: string) =>
        `Die Administration wird sehen, was du vom Profil von ${name} siehst, und was du hier schreibst. ${name} erfährt nicht, von wem die Meldung kam.`,
    },
    type: 'Worum geht es?',
    choose: 'Bitte wählen',
    typeRequired: 'Bitte wähle, worum es geht.',
    reason: 'Was ist nicht in Ordnung?',
    submit: 'Meldung senden',
    busy: 'Wird gesendet …',
    done: 'Danke. Deine Meldung ist gesendet.',
    failed: 'Deine Meldung wurde nicht gesendet',
    failedText: 'Dein Text ist noch da. Bitte sende ihn noch einmal.',
  },
} satisfies typeof english;

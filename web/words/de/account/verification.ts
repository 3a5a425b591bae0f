import type { verification as english } from '../../en/account/verification.ts';

export const verification = {
  title: 'Identität verifizieren',
  intro:
    'Jeden Antrag liest ein Mensch. So ist auf Circle jede Person wirklich die, für die sie sich ausgibt.',
  states: {
    none: {
      title: 'Verifiziere dich, um zu teilen',
      badge: 'Nicht verifiziert',
      text: 'Lesen, liken und kommentieren kannst du schon. Um Momente zu teilen, brauchst du ein verifiziertes Konto.',
    },
    pending: {
      title: 'Wird geprüft',
      badge: 'Offen',
      submitted: 'Gestellt',
      text: 'Wir sagen dir Bescheid, sobald dein Antrag bearbeitet ist.',
      note: 'Du musst nichts weiter tun.',
    },
    approved: {
      title: 'Konto verifiziert',
      badge: 'Verifiziert',
      text: 'Du kannst jetzt Momente teilen.',
      next: 'Teile deinen ersten Moment',
    },
    rejected: {
      title: 'Diesmal nicht bestätigt',
      badge: 'Abgelehnt',
      wrote: 'Aus der Prüfung:',
      silent: 'Es wurde keine Notiz hinterlassen.',
    },
  },
  vouched: {
    title: 'Neue Namen',
    intro:
      'Wenn Mitglieder, für die du gebürgt hast, anders heißen möchten, entscheidest du oder die Administration.',
    none: 'Niemand wartet auf dich',
    noneText: 'Wenn jemand, für den du gebürgt hast, anders heißen möchte, entscheidest du hier.',
  },
  form: {
    again: 'Noch einmal beantragen',
    statement: 'Persönliche Erklärung',
    statementPlaceholder: 'Wer du bist und wer dich eingeladen hat. Ein paar ehrliche Zeilen genügen.',
    required: 'Angabe fehlt',
    linkedIn: 'LinkedIn-Profil',
    instagram: 'Instagram-Name',
    submit: 'Antrag stellen',
    resubmit: 'Antrag noch einmal stellen',
    busy: 'Wird gesendet …',
    done: 'Antrag gestellt',
    failed: 'Das hat nicht geklappt',
  },
} satisfies typeof english;

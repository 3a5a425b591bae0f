import type { blocking as english } from '../../en/people/blocking.ts';

export const blocking = {
  failed: 'Das hat nicht geklappt',
  block: (name: string) => `${name} blockieren`,
  blockDialog: {
    title: (name: string) => `${name} blockieren?`,
    text: (name: string) =>
      `Du und ${name} findet einander nicht mehr. Ihr seht keine Profile, Momente und Kommentare voneinander, auch nicht in Kreisen anderer. Ihr verlasst die Kreise, die der jeweils anderen Person gehören. ${name} erfährt nichts davon.`,
    action: 'Blockieren',
    busy: 'Wird blockiert …',
    done: (name: string) => `Du hast ${name} blockiert`,
  },
  unblockDialog: {
    title: (name: string) => `${name} nicht mehr blockieren?`,
    text: (name: string) =>
      `Du und ${name} könnt einander wieder finden und seht, was ihr in gemeinsamen Kreisen teilt. Kreise, die ihr durch das Blockieren verlassen habt, bleiben verlassen, bis euch jemand wieder aufnimmt. ${name} erfährt nichts davon.`,
    action: 'Nicht mehr blockieren',
    busy: 'Wird aufgehoben …',
    done: (name: string) => `Du blockierst ${name} nicht mehr`,
  },
  blockedTitle: (name: string) => `Du blockierst ${name}`,
  blockedText: 'Ihr findet einander nicht und seht nicht, was die andere Person teilt.',
  unblock: 'Nicht mehr blockieren',
  unblockName: (name: string) => `${name} nicht mehr blockieren`,
  hidden: 'Blockiert und stumm',
  blockedPeople: {
    title: 'Blockierte Personen',
    text: 'Ihr findet einander nicht und seht nicht, was die andere Person teilt. Niemand erfährt davon.',
    empty: 'Du blockierst niemanden.',
    loading: 'Blockierte Personen werden geladen …',
    failed: 'Die Liste der blockierten Personen konnte nicht geladen werden.',
  },
  mutedPeople: {
    title: 'Stumme Personen',
    text: 'Ihre Momente siehst du nicht in deinem Feed, und von ihren Likes und Kommentaren wirst du nicht benachrichtigt. Niemand erfährt davon.',
    empty: 'Du hast niemanden stummgeschaltet.',
    loading: 'Stummgeschaltete Personen werden geladen …',
    failed: 'Die Liste der stummgeschalteten Personen konnte nicht geladen werden.',
    lift: 'Wieder zeigen',
    liftName: (name: string) => `Wieder zeigen: Momente von ${name}`,
  },
} satisfies typeof english;

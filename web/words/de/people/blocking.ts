import type { blocking as english } from '../../en/people/blocking.ts';

export const blocking = {
  mute: (name: string) => `Keine Momente von ${name} zeigen`,
  unmute: (name: string) => `Momente von ${name} zeigen`,
  muteText:
    'Du bekommst auch keine Benachrichtigungen über ihre Likes und Kommentare. Niemand erfährt davon.',
  muted: (name: string) => `Du siehst keine Momente von ${name} mehr`,
  unmuted: (name: string) => `Du siehst wieder Momente von ${name}`,
  failed: 'Fehler',
  block: (name: string) => `${name} blockieren`,
  blockDialog: {
    title: (name: string) => `${name} blockieren?`,
    text: (name: string) =>
      `Du und ${name} findet einander nicht mehr und seht weder Profil noch Momente und Kommentare voneinander, auch nicht unter dem, was andere teilen. Ihr verlasst die Kreise, die der jeweils anderen Person gehören. ${name} erfährt es nicht.`,
    action: 'Blockieren',
    busy: 'Wird blockiert …',
    done: (name: string) => `Du hast ${name} blockiert`,
  },
  unblockDialog: {
    title: (name: string) => `${name} nicht mehr blockieren?`,
    text: (name: string) =>
      `Du und ${name} könnt einander wieder finden und seht, was ihr in gemeinsamen Kreisen teilt. Wer durch das Blockieren aus einem Kreis fiel, bleibt draußen, bis jemand die Person wieder aufnimmt. ${name} erfährt es nicht.`,
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
    text: 'Ihr findet einander nicht und seht nicht, was die andere Person teilt. Es wird niemandem gesagt.',
    empty: 'Du blockierst niemanden.',
    loading: 'Wird geladen, wen du blockierst …',
    failed: 'Die Liste der blockierten Personen konnte nicht geladen werden.',
  },
  mutedPeople: {
    title: 'Stumme Personen',
    text: 'Ihre Momente bleiben aus deinem Feed und deinen Benachrichtigungen. Es wird niemandem gesagt.',
    empty: 'Du hast niemanden stummgeschaltet.',
    loading: 'Wird geladen, wen du stummgeschaltet hast …',
    failed: 'Die Liste der stummen Personen konnte nicht geladen werden.',
    lift: 'Wieder zeigen',
    liftName: (name: string) => `Wieder zeigen: Momente von ${name}`,
  },
} satisfies typeof english;

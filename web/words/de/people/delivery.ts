import type { delivery as english } from '../../en/people/delivery.ts';

export const delivery = {
  title: 'Wann Momente dich erreichen',
  intro: (hour: string) =>
    `Briefe kommen um ${hour} als E-Mail und bringen alles, was du noch nicht gesehen hast. Niemand sonst erfährt, was du wählst.`,
  introUnmailed: 'Niemand sonst erfährt, was du wählst.',
  of: (circle: string) => `Neue Momente aus ${circle}`,
  when: {
    now: 'Sofort',
    evening: 'Am Abend',
    sunday: 'Am Sonntag',
    never: 'Nur wenn ich nachsehe',
  },
  hour: 'Briefe kommen um',
  noLetters: 'Dieser Ort verschickt keine Briefe. Die Glocke meldet dir diese Momente.',
  confirmFirst:
    'Briefe erreichen dich, sobald du deine E-Mail-Adresse bestätigt hast. Bis dahin meldet dir die Glocke diese Momente.',
  switchOnPush: 'Benachrichtigungen in diesem Browser einschalten',
  loading: 'Deine Auswahl wird geladen...',
  loadFailed: 'Deine Auswahl konnte nicht geladen werden.',
  saved: (label: string, choice: string) => `${label}: ${choice}`,
  failed: 'Deine Auswahl wurde nicht gespeichert',
  retryHint: 'Noch einmal versuchen: F8 drücken, dann Tab.',
  letters: {
    label: 'Briefe enthalten',
    names: 'Nur Namen',
    namesText: '„Ann hat einen Moment mit 3 Fotos geteilt“ und ein Link.',
    content: 'Worte und Fotos',
    contentText: 'Der Brief zeigt Momente so, wie Mitglieder sie hier sehen.',
    hint: 'Einen Brief kann man nicht zurückholen.',
    carryNames: 'In Briefen aus diesem Kreis stehen nur Namen.',
    carryContent:
      'In Briefen aus diesem Kreis stehen Worte und Fotos. Einen Brief kann man nicht zurückholen.',
  },
} satisfies typeof english;

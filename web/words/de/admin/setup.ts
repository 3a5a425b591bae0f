import type { setup as english } from '../../en/admin/setup.ts';
import { counted } from '../app/plural.ts';

export const setup = {
  title: 'Bevor du die anderen einlädst',
  open: (count: number) =>
    `${counted(count, 'Schritt ist', 'Schritte sind')} offen. Bis dahin geht manches nicht.`,
  done: 'Alles ist eingerichtet.',
  isDone: 'Erledigt:',
  loading: 'Die Schritte werden geladen …',
  failed: 'Die Schritte konnten nicht geladen werden.',
  hide: 'Eine Woche ausblenden',
  onlyAdmins: 'Nur die Administration sieht das',
  lastBackup: (time: string) => `Die letzte gelungene: ${time}.`,
  todo: {
    address: {
      title: 'Handys erreichen diesen Ort nicht',
      text: (here: string | null) =>
        `Er antwortet nur auf ${here ?? 'diesem Rechner'}. Gib ihm eine Adresse.`,
      how: () =>
        'Setze PUBLIC_URL auf die Adresse, die alle eintippen: https://circle.example.org hinter einem Proxy, oder im eigenen Netz http://192.168.1.20:3000 zusammen mit HOST=0.0.0.0. Starte Circle dann neu.',
    },
    https: {
      title: 'Die Verbindung ist nicht verschlüsselt',
      text: () => 'Push, Passkeys und die Kamera brauchen https.',
      how: () =>
        'Ein Proxy vor Circle stellt es bereit. Der Abschnitt „Https“ in docs/operating.md zeigt, wie.',
    },
    proxy: {
      title: 'Einem Proxy wird nicht vertraut',
      text: () =>
        'Wenn es deiner ist, zählen alle Mitglieder als eine Adresse, und falsche Passwörter eines Fremden halten die Anmeldung aller an.',
      how: (value) => `Wenn es deiner ist, setze TRUST_PROXY=${value ?? ''} und starte Circle neu.`,
    },
    mail: {
      title: 'Mail ist nicht eingerichtet',
      text: () => 'Keine Briefe, keine Links für Passwörter. Einladungen gehen per Code.',
      how: () =>
        'Bis dahin sind Mails Dateien im Ordner mail des Datenordners. Wenn jemand das Passwort vergessen hat, steht der Link in der neuesten.',
    },
    backup: {
      title: 'Nachts wird nichts gesichert',
      text: () => 'Wenn die Platte kaputtgeht, ist alles verloren.',
      how: () =>
        'Setze BACKUP_DIR auf einen Ordner auf einer anderen Platte. Dann sichert Circle jede Nacht und prüft, ob es sich zurückspielen lässt.',
    },
    administrator: {
      title: 'Nur du kannst diesen Ort verwalten',
      text: () => 'Wenn du dich nicht mehr anmelden kannst, kann dir niemand sonst helfen.',
      how: () =>
        'Führe auf dem Server npm run circle -- make-admin mit der E-Mail-Adresse eines Mitglieds aus.',
    },
    name: {
      title: 'Dieser Ort hat noch keinen Namen',
      text: () => 'Andere sehen ihn in Mails und wenn sie beitreten.',
      how: () => null,
    },
    circle: {
      title: 'Noch ist niemand eingeladen',
      text: () => 'Beginne deinen ersten Kreis, und lade die erste Person ein.',
      how: () => null,
    },
  },
  rest: {
    address: (host) => `Die Adresse ist ${host ?? ''}`,
    https: () => 'Die Verbindung ist verschlüsselt',
    proxy: () =>
      'Anfragen mit weitergereichten Adressen kommen von einer öffentlichen Adresse. Wenn sie deinem Proxy gehört, nenne sie in TRUST_PROXY und starte Circle neu.',
    mail: (server) => `Mails gehen über ${server ?? ''}`,
    backup: () => 'Nachts wird gesichert',
    administrator: () => 'Mehr als eine Person verwaltet diesen Ort',
    name: () => 'Name und Sprache sind gewählt',
    circle: () => 'Der erste Kreis ist begonnen',
  },
} satisfies typeof english;

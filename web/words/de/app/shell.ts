import type * as english from '../../en/app/shell.ts';

export const shell = {
  contacts: 'Kontakte',
  home: 'Start',
  circles: 'Kreise',
  search: 'Momente suchen',
  logout: 'Abmelden',
  reportBug: 'Fehler melden',
  splash: 'Deine Übersicht wird geladen …',
  checking: 'Deine Anmeldung wird geprüft …',
  offline: 'Du bist offline. Circle öffnet sich, sobald du wieder online bist.',
  notYet: 'Noch nicht geladen',
  opensLater: 'Diese Seite öffnet sich, sobald du wieder online bist.',
  notLoaded: 'Das konnte nicht geladen werden, weil du offline bist.',
} satisfies typeof english.shell;

export const session = {
  expired: { title: 'Sitzung abgelaufen', text: 'Bitte melde dich wieder an, um weiterzumachen.' },
  unauthorized: { title: 'Nicht angemeldet', text: 'Du bist abgemeldet. Gleich geht es zur Anmeldung …' },
  leave: {
    title: 'Auf diesem Gerät abmelden?',
    text: 'Dieses Gerät vergisst, was es von Circle aufbewahrt hat, etwa Momente und Fotos. Auf Circle wird nichts gelöscht.',
    textWithDrafts:
      'Dieses Gerät vergisst, was es von Circle aufbewahrt hat, etwa Momente und Fotos, und was du hier angefangen hast zu schreiben. Nichts, was du geteilt hast, wird gelöscht.',
    action: 'Abmelden',
  },
  unsent: {
    title: 'Abmelden, bevor es gesendet ist?',
    text: 'Etwas, das du geteilt oder geändert hast, ist noch nicht gesendet, weil du offline bist. Wenn du dich abmeldest, wird es gelöscht.',
    action: 'Trotzdem abmelden',
  },
} satisfies typeof english.session;

export const startUp = {
  title: 'Circle konnte nicht starten',
  advice: 'Bitte lade die Seite neu.',
} satisfies typeof english.startUp;

export const trouble = {
  title: 'Auf dieser Seite ist etwas schiefgegangen',
  text: 'Das liegt an uns, nicht an dir. Meistens hilft es, die Seite neu zu laden.',
  reload: 'Neu laden',
  gone: 'Diese Seite konnte nicht geladen werden',
  goneText: 'Vielleicht wurde Circle gerade erneuert. Lade sie neu; was du geschrieben hast, bleibt.',
} satisfies typeof english.trouble;

/** Titles of the documents, as they stand in the browser's tab. */
export const titles = {
  home: 'Dein Feed',
  priorityFeed: 'Nach Nähe',
  createPost: 'Neuer Moment',
  createAlbum: 'Neues Album',
  import: 'Fotos mitbringen',
  dailyPhoto: 'Einen Moment teilen',
  post: 'Moment',
  circles: 'Deine Kreise',
  circle: 'Kreis',
  profile: 'Profil',
  ownProfile: 'Dein Profil',
  contacts: 'Kontakte',
  directory: 'Alle hier',
  notifications: 'Benachrichtigungen',
  account: 'Mein Konto',
  invitations: 'Per E-Mail einladen',
  invitation: 'Einladung',
  confirmEmail: 'E-Mail-Adresse bestätigen',
  publicHome: 'Circle',
  signIn: 'Anmelden',
  signUp: 'Registrieren',
  welcome: 'Willkommen',
  bookmark: 'Behalt Circle in der Nähe',
  notFound: 'Nicht gefunden',
  forgotten: 'Passwort vergessen?',
  move: 'Anmelden',
  notMe: 'Warst das du?',
  review: 'Dein Konto',
  reset: 'Wähle ein neues Passwort',
  adminReports: 'Meldungen',
  adminVerifications: 'Verifizierungen',
  adminMembers: 'Mitglieder',
  adminAudit: 'Protokoll',
  adminSystem: 'System',
  authDebug: 'Anmeldung prüfen',
  bugReports: 'Fehlerberichte',
  scenarios: 'Testfälle',
  verification: 'Identität verifizieren',
  subscribe: 'Abo',
  donate: 'Circle unterstützen',
  install: 'Installieren',
  guide: 'Ein Lesezeichen für Circle',
} satisfies typeof english.titles;

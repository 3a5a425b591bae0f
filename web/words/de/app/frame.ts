import type * as english from '../../en/app/frame.ts';

export const frame = {
  contacts: 'Kontakte',
  home: 'Start',
  circles: 'Kreise',
  logout: 'Abmelden',
  reportBug: 'Fehler melden',
  splash: 'Deine Übersicht wird geladen …',
  checking: 'Deine Anmeldung wird geprüft …',
  offline: 'Du bist ohne Verbindung. Circle öffnet sich, sobald sie wieder da ist.',
  isOffline: 'Du bist offline.',
  unreachable: 'Circle ist nicht erreichbar.',
  asOf: (when: string) => `Du siehst, wie es ${when} war.`,
  reload: 'Neu laden',
  notYet: 'Noch nicht geladen',
  opensLater: 'Diese Seite öffnet sich, sobald die Verbindung wieder da ist.',
  notLoaded: 'Das wurde nicht geladen: Du bist offline.',
} satisfies typeof english.frame;

export const session = {
  expired: { title: 'Sitzung abgelaufen', text: 'Bitte melde dich wieder an, um weiterzumachen.' },
  unauthorized: { title: 'Nicht angemeldet', text: 'Du bist abgemeldet. Es geht zur Anmeldung …' },
  unsent: {
    title: 'Abmelden, bevor es geteilt ist?',
    text: 'Ein Moment von dir wartet auf eine Verbindung. Mit dem Abmelden verschwindet er endgültig aus diesem Browser.',
    action: 'Trotzdem abmelden',
  },
} satisfies typeof english.session;

export const startUp = {
  title: 'Circle konnte nicht starten',
  advice: 'Bitte lade die Seite neu.',
} satisfies typeof english.startUp;

export const trouble = {
  title: 'Diese Seite ist kaputtgegangen',
  text: 'Das liegt an uns, nicht an dir. Meistens hilft es, sie neu zu laden.',
  reload: 'Neu laden',
} satisfies typeof english.trouble;

/** Titles of the documents, as they stand in the browser's tab. */
export const titles = {
  home: 'Dein Feed',
  priorityFeed: 'Nach Nähe',
  createPost: 'Neuer Moment',
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

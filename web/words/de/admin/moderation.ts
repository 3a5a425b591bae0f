import type { moderation as english } from '../../en/admin/moderation.ts';
import { counted, numbered } from '../app/plural.ts';

/** Counts of reports are exact to here. */
const exactTo = 1_000;

const upTo = (count: number) => (count >= exactTo ? `${numbered(exactTo)}+` : numbered(count));

export const moderation = {
  area: 'Administration',
  tabs: {
    reports: 'Meldungen',
    verifications: 'Verifizierungen',
    members: 'Mitglieder',
    bugReports: 'Fehlerberichte',
    audit: 'Protokoll',
    system: 'System',
  },
  more: 'Mehr zeigen',
  error: 'Das hat nicht geklappt',
  reports: {
    counts: (pending: number, total: number) => `${upTo(pending)} von ${upTo(total)} offen`,
    status: 'Status',
    statuses: {
      all: 'Alle',
      pending: 'Offen',
      reviewed: 'In Prüfung',
      resolved: 'Erledigt',
      dismissed: 'Abgewiesen',
    },
    actions: {
      none: 'Keine',
      warning: 'Verwarnung',
      content_removed: 'Inhalt entfernt',
      user_suspended: 'Vorübergehend gesperrt',
      user_banned: 'Ausgeschlossen',
    },
    columns: {
      report: 'Meldung',
      reason: 'Grund',
      status: 'Status',
      action: 'Maßnahme',
      received: 'Eingegangen',
      buttons: 'Aktionen',
    },
    about: {
      post: (name: string) => `Moment von ${name}`,
      comment: (name: string) => `Kommentar von ${name}`,
      user: (name: string) => name,
    },
    review: 'Prüfen',
    reviewOf: (what: string) => `Prüfen: ${what}`,
    delete: (what: string) => `Meldung löschen: ${what}`,
    loading: 'Meldungen werden geladen …',
    failed: 'Die Meldungen konnten nicht geladen werden',
    empty: 'Keine Meldungen',
    emptyText: 'Hier erscheinen Meldungen von Mitgliedern, die neuesten zuerst.',
    emptyStatus: 'Keine Meldungen mit diesem Status.',
  },
  review: {
    title: 'Meldung prüfen',
    intro: (type: string, received: string) => `${type} · eingegangen ${received}`,
    wrote: (name: string) => `${name} schrieb`,
    someone: 'Ein früheres Mitglied',
    evidence: {
      post: (name: string) => `Der Moment von ${name}`,
      comment: (name: string) => `Der Kommentar von ${name}`,
      user: (name: string) => `Das Profil von ${name}`,
    },
    gone: 'Seitdem gelöscht',
    noText: 'Ohne Text.',
    noMore: 'Wer es gemeldet hat, konnte nur den Namen sehen.',
    over: 'Diese Meldung ist entschieden. Die Beweise werden nicht mehr angezeigt.',
    photo: (at: number) => `Gemeldetes Foto ${at}`,
    video: (at: number) => `Gemeldetes Video ${at}`,
    earlier: (name: string) => `Andere Meldungen über ${name}`,
    noEarlier: (name: string) => `Über ${name} gibt es keine anderen Meldungen.`,
    status: 'Status',
    action: 'Maßnahme',
    notes: 'Notizen der Administration',
    notesHint: 'Nur die Administration sieht sie.',
    effects: {
      none: (_name: string) =>
        'Es passiert nichts. Wer es gemeldet hat, erfährt nur, dass die Meldung geprüft wurde.',
      warning: (name: string) => `${name} bekommt eine Verwarnung. Sonst ändert sich nichts.`,
      content_removed: (name: string) =>
        `Der Inhalt wird sofort und endgültig gelöscht, und ${name} wird benachrichtigt.`,
      user_suspended: (name: string) =>
        `${name} wird überall abgemeldet und kann sich 7 Tage lang nicht anmelden.`,
      user_banned: (name: string) =>
        `${name} wird endgültig abgemeldet. Momente und Kommentare werden verborgen, gemeinsame Kreise gehen an andere über.`,
    },
    save: 'Entscheidung speichern',
    busy: 'Wird gespeichert …',
    done: 'Entscheidung gespeichert',
    decision: 'Entscheidung',
    saveNotes: 'Notizen speichern',
    notesSaved: 'Notizen gespeichert',
    loading: 'Die Meldung wird geladen …',
    failed: 'Die Meldung konnte nicht geladen werden.',
  },
  deleteDialog: {
    title: 'Meldung löschen?',
    text: 'Die Meldung und ihre Beweise werden endgültig gelöscht. Für die gemeldete Person ändert sich nichts, und niemand wird benachrichtigt.',
    action: 'Meldung löschen',
    busy: 'Wird gelöscht …',
    done: 'Meldung gelöscht',
  },
  names: {
    title: 'Neue Namen verifizierter Mitglieder',
    now: (name) => `Bisher: ${name}`,
    wanted: (name) => `Gewünscht: ${name}`,
    approve: 'Bestätigen',
    approveName: (name) => `${name} bestätigen`,
    reject: 'Ablehnen',
    rejectName: (name) => `${name} ablehnen`,
    approved: 'Neuer Name bestätigt',
    rejected: 'Neuer Name abgelehnt',
  },
  doubtfulVouches: {
    title: 'Ausgeschlossene haben für sie gebürgt',
    text: 'Diese Mitglieder bleiben verifiziert. Prüfe, ob sie sind, wer sie sagen.',
    by: (name) => `${name} hat gebürgt und ist ausgeschlossen`,
  },
  verifications: {
    statuses: { pending: 'Offen', approved: 'Bestätigt', rejected: 'Abgelehnt' },
    status: 'Status',
    asked: 'Gestellt',
    statement: 'Persönliche Erklärung',
    linkedIn: 'LinkedIn',
    instagram: 'Instagram',
    note: 'Deine Notiz',
    approve: 'Bestätigen',
    approveName: (name: string) => `${name} bestätigen`,
    reject: 'Ablehnen',
    rejectName: (name: string) => `${name} ablehnen`,
    approved: (name: string) => `${name} ist verifiziert`,
    rejected: (name: string) => `${name} wurde benachrichtigt`,
    loading: 'Anträge werden geladen …',
    failed: 'Die Anträge konnten nicht geladen werden.',
    empty: { pending: 'Niemand wartet', approved: 'Noch niemand', rejected: 'Niemand' },
    emptyText: {
      pending: 'Hier erscheinen Anträge auf Verifizierung, die ältesten zuerst.',
      approved: 'Hier erscheinen bestätigte Anträge.',
      rejected: 'Hier erscheinen abgelehnte Anträge.',
    },
    dialog: {
      title: (name: string) => `Antrag von ${name} ablehnen`,
      intro: (name: string) =>
        `${name} bekommt deine Notiz zu lesen und kann den Antrag noch einmal stellen.`,
      notes: 'Notiz',
      submit: 'Ablehnen',
    },
  },
  members: {
    search: 'Mitglieder suchen',
    placeholder: 'Name, Benutzername oder ganze E-Mail-Adresse',
    loading: 'Mitglieder werden gesucht …',
    failed: 'Die Mitglieder konnten nicht geladen werden.',
    none: 'Niemand gefunden',
    noneText: (term: string) => `Kein Mitglied passt zu „${term}“.`,
    shown: (count: number) => `${counted(count, 'Mitglied wird', 'Mitglieder werden')} angezeigt`,
    newest: 'Neueste zuerst.',
    you: 'Du',
    admin: 'Administration',
    suspended: (date: string) => `Gesperrt bis ${date}`,
    banned: (date: string) => `Ausgeschlossen seit ${date}`,
    options: (name: string) => `Optionen für ${name}`,
    acts: {
      suspend: 'Für 7 Tage sperren',
      restore: 'Wieder zulassen',
      ban: 'Endgültig ausschließen',
      make_admin: 'In die Administration aufnehmen',
      remove_admin: 'Aus der Administration entfernen',
    },
    confirm: {
      suspend: {
        title: (name: string) => `${name} sperren?`,
        text: (name: string) =>
          `${name} wird sofort überall abgemeldet und kann sich 7 Tage lang nicht anmelden. Das Profil ist in dieser Zeit nicht zu finden. Geteilte Momente und Kommentare bleiben sichtbar.`,
      },
      restore: {
        title: (name: string) => `${name} wieder zulassen?`,
        text: (name: string) =>
          `${name} kann sich wieder anmelden. Momente und Kommentare sind wieder für dieselben Personen sichtbar wie vorher. Kreise, die an andere übergegangen sind, bleiben bei ihnen.`,
      },
      ban: {
        title: (name: string) => `${name} ausschließen?`,
        text: (name: string) =>
          `${name} wird sofort und endgültig abgemeldet. Profil, Momente und Kommentare werden vor allen verborgen, gemeinsame Kreise gehen an die Person über, die am längsten dabei ist, und Einladungen werden ungültig.`,
      },
      make_admin: {
        title: (name: string) => `${name} in die Administration aufnehmen?`,
        text: (name: string) =>
          `${name} entscheidet dann über Meldungen und Verifizierungen, liest das Protokoll und kann alle sperren und ausschließen, auch dich.`,
      },
      remove_admin: {
        title: (name: string) => `${name} aus der Administration entfernen?`,
        text: (name: string) => `${name} hat dann sofort keinen Zugang mehr zu diesem Bereich.`,
      },
    },
    busy: 'Läuft …',
    done: {
      suspend: (name: string) => `${name} ist für 7 Tage gesperrt`,
      restore: (name: string) => `${name} ist wieder zugelassen`,
      ban: (name: string) => `${name} ist ausgeschlossen`,
      make_admin: (name: string) => `${name} gehört jetzt zur Administration`,
      remove_admin: (name: string) => `${name} gehört nicht mehr zur Administration`,
    },
  },
} satisfies typeof english;

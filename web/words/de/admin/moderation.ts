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
  error: 'Fehler',
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
    emptyText: 'Was Mitglieder melden, steht hier, das Neueste zuerst.',
    emptyStatus: 'Keine Meldungen mit diesem Status.',
  },
  review: {
    title: 'Meldung prüfen',
    intro: (type: string, received: string) => `${type} · eingegangen ${received}`,
    wrote: (name: string) => `${name} schrieb`,
    someone: 'Jemand, der nicht mehr hier ist',
    evidence: {
      post: (name: string) => `Der Moment von ${name}`,
      comment: (name: string) => `Der Kommentar von ${name}`,
      user: (name: string) => `Das Profil von ${name}`,
    },
    gone: 'Seitdem gelöscht',
    noText: 'Ohne Worte.',
    noMore: 'Wer es gemeldet hat, konnte nur den Namen sehen.',
    over: 'Diese Meldung ist entschieden. Die Beweise werden nicht mehr angezeigt.',
    photo: (at: number) => `Gemeldetes Foto ${at}`,
    earlier: (name: string) => `Andere Meldungen über ${name}`,
    noEarlier: (name: string) => `Über ${name} gibt es keine anderen Meldungen.`,
    status: 'Status',
    action: 'Maßnahme',
    notes: 'Notizen der Moderation',
    notesHint: 'Sieht nur die Moderation.',
    effects: {
      none: (_name: string) => 'Es passiert nichts. Wer gemeldet hat, erfährt, dass es angesehen wurde.',
      warning: (name: string) =>
        `${name} bekommt eine Verwarnung über Glocke und Mail. Sonst ändert sich nichts.`,
      content_removed: (name: string) => `Es wird sofort und endgültig gelöscht, und ${name} erfährt es.`,
      user_suspended: (name: string) =>
        `${name} wird überall abgemeldet und kann sich 7 Tage lang nicht anmelden.`,
      user_banned: (name: string) =>
        `${name} wird endgültig abgemeldet. Momente und Kommentare werden verborgen, gemeinsame Kreise gehen an andere über.`,
    },
    save: 'Entscheidung speichern',
    busy: 'Wird gespeichert …',
    done: 'Über die Meldung ist entschieden',
    decision: 'Entscheidung',
    saveNotes: 'Notizen speichern',
    notesSaved: 'Notizen gespeichert',
    loading: 'Die Meldung wird geladen …',
    failed: 'Die Meldung konnte nicht geladen werden.',
  },
  deleteDialog: {
    title: 'Meldung löschen?',
    text: 'Die Meldung und was sie aufbewahrt, werden endgültig gelöscht. Der betroffenen Person geschieht nichts, und niemand erfährt es.',
    action: 'Meldung löschen',
    busy: 'Wird gelöscht …',
    done: 'Meldung gelöscht',
  },
  names: {
    title: 'Neue Namen verifizierter Mitglieder',
    now: (name) => `Jetzt: ${name}`,
    wanted: (name) => `Gewünscht: ${name}`,
    approve: 'Bestätigen',
    approveName: (name) => `${name} bestätigen`,
    reject: 'Ablehnen',
    rejectName: (name) => `${name} ablehnen`,
    approved: 'Neuer Name bestätigt',
    rejected: 'Neuer Name abgelehnt',
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
    rejected: (name: string) => `${name} hat erfahren, warum nicht`,
    loading: 'Anträge werden geladen …',
    failed: 'Die Anträge konnten nicht geladen werden.',
    empty: { pending: 'Niemand wartet', approved: 'Noch niemand', rejected: 'Niemand' },
    emptyText: {
      pending: 'Hier stehen die Anträge auf Verifizierung; wer am längsten wartet, zuerst.',
      approved: 'Hier stehen die Anträge, die bestätigt wurden.',
      rejected: 'Hier stehen die Anträge, die abgelehnt wurden.',
    },
    dialog: {
      title: (name: string) => `Antrag von ${name} ablehnen`,
      intro: (name: string) => `${name} liest deine Notiz und kann den Antrag noch einmal stellen.`,
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
    shown: (count: number) => `${counted(count, 'Mitglied wird', 'Mitglieder werden')} gezeigt`,
    newest: 'Wer zuletzt kam, steht oben.',
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
          `${name} wird sofort überall abgemeldet und kann sich 7 Tage lang nicht anmelden. Das Profil ist nicht zu finden; was geteilt wurde, bleibt, wo es ist.`,
      },
      restore: {
        title: (name: string) => `${name} wieder zulassen?`,
        text: (name: string) =>
          `${name} kann sich wieder anmelden, und wer die Momente vorher sah, sieht sie wieder. Kreise, die übergegangen sind, bleiben, wo sie jetzt sind.`,
      },
      ban: {
        title: (name: string) => `${name} ausschließen?`,
        text: (name: string) =>
          `${name} wird sofort und endgültig abgemeldet. Profil, Momente und Kommentare werden vor allen verborgen, gemeinsame Kreise gehen an das dienstälteste Mitglied über, und die Einladungen gelten nicht mehr.`,
      },
      make_admin: {
        title: (name: string) => `${name} in die Administration aufnehmen?`,
        text: (name: string) =>
          `${name} entscheidet dann über Meldungen und Verifizierungen, liest das Protokoll und kann alle sperren und ausschließen, auch dich.`,
      },
      remove_admin: {
        title: (name: string) => `${name} aus der Administration entfernen?`,
        text: (name: string) => `${name} verliert vom nächsten Klick an alles in diesem Bereich.`,
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

import { archivePage } from './de-archive-page.ts';
import { exportPage } from './de-export-page.ts';
import { framePage } from './de-frame-page.ts';
import { letterPage } from './de-letter-page.ts';
import { letters } from './de-letters.ts';
import { mail } from './de-mail.ts';
import { mailbox } from './de-mailbox.ts';
import type { Words } from './words.ts';

/** German: du, in the voice of the English sentences. */
export const de: Words = {
  locale: 'de-DE',
  someone: 'Jemand',
  joined: 'Du bist dabei!',
  emailConfirmed: 'Deine E-Mail-Adresse ist bestätigt.',
  contacts: { name: 'Kontakte', description: 'Meine Kontakte auf Circle' },
  device: (browser, system) => `${browser ?? 'Ein Browser'}${system === null ? '' : ` auf ${system}`}`,
  notification: {
    like: {
      title: (name, others) =>
        others === 0
          ? `${name} gefällt dein Moment`
          : `${name} und ${others === 1 ? 'einer weiteren Person' : `${others} weiteren`} gefällt dein Moment`,
      message: 'Öffne den Moment, um zu sehen, um welchen es geht.',
      action: 'Öffnen',
    },
    likes_narrowed: {
      title: () => 'Deine früheren Likes sehen weniger Leute',
      message:
        'Ein Like erscheint jetzt nur in Kreisen, in denen du und der Moment seid. Deine bisherigen Likes erscheinen dort, wo du und der Moment seitdem zusammen wart. Alle anderen seht nur ihr zwei: du und die Person, die den Moment geteilt hat.',
      action: null,
    },
    comment: {
      title: (name) => `${name} hat deinen Moment kommentiert`,
      message: 'Öffne den Moment, um den Kommentar zu lesen.',
      action: 'Lesen',
    },
    answer: {
      title: (name) => `${name} hat auf deinen Kommentar geantwortet`,
      message: 'Öffne den Moment, um die Antwort zu lesen.',
      action: 'Lesen',
    },
    mention: {
      title: (name, isOfComment) =>
        `${name} hat dich in einem ${isOfComment ? 'Kommentar' : 'Moment'} erwähnt`,
      message: 'Öffne den Moment, um es zu lesen.',
      action: 'Lesen',
    },
    followed_comment: {
      title: (name, others) =>
        others === 0
          ? `${name} hat einen Moment kommentiert, den du kommentiert hast`
          : `${name} und ${others === 1 ? 'eine weitere Person' : `${others} weitere`} haben einen Moment kommentiert, den du kommentiert hast`,
      message: 'Öffne den Moment, um zu lesen, was neu ist.',
      action: 'Lesen',
    },
    new_moments: {
      title: (count, circle) => {
        const moments = count === 1 ? '1 neuer Moment' : `${count > 99 ? '99+' : count} neue Momente`;
        return circle === null ? `${moments} mit dir geteilt` : `${moments} in ${circle}`;
      },
      message: 'Öffne deinen Feed, um zu sehen, was geteilt wurde.',
      action: 'Öffnen',
    },
    new_photos: {
      title: (count, album) => `${count === 1 ? '1 neues Foto' : `${count} neue Fotos`} in ${album}`,
      message: 'Öffne das Album, um zu sehen, was dazugekommen ist.',
      action: 'Öffnen',
    },
    added_to_circle: {
      title: (name, circle) =>
        name === null ? `Du bist jetzt in ${circle}` : `${name} hat dich in ${circle} aufgenommen`,
      message:
        'Du siehst jetzt die Momente dieses Kreises, und alle Mitglieder sehen, was du mit ihm teilst. Neue Momente erreichen dich am Abend; eine andere Zeit kannst du auf der Seite des Kreises wählen.',
      action: 'Kreis öffnen',
    },
    added_to_contacts: {
      title: (name) => `${name} hat dich zu den Kontakten hinzugefügt`,
      message: 'Du kannst jetzt das ganze Profil dieser Person sehen.',
      action: 'Auch hinzufügen',
    },
    invitation_accepted: {
      title: (name) => `${name} hat deine Einladung angenommen`,
      message: (circle) =>
        circle === null
          ? 'Nimm die Person in deine Kreise auf, um Momente mit ihr zu teilen.'
          : `Die Person ist jetzt in ${circle} und sieht, was du dort teilst.`,
      action: 'Zu Kreisen hinzufügen',
    },
    circle_invitation: {
      title: (name, circle) =>
        circle === null ? `${name} lädt dich zu Circle ein` : `${name} lädt dich in ${circle} ein`,
      message: 'Du entscheidest, ob du beitrittst.',
      action: 'Einladung ansehen',
    },
    circle_handed_over: {
      title: (name, circle) => `${name} hat dir ${circle} übergeben`,
      message: 'Der Kreis gehört jetzt dir. Du kannst Mitglieder hinzufügen, einladen und entfernen.',
      action: 'Kreis öffnen',
    },
    circle_passed_on: {
      title: (circle) => `${circle} gehört jetzt dir`,
      message:
        'Die Person, der der Kreis gehörte, ist nicht mehr hier. Du kannst jetzt Mitglieder hinzufügen, einladen und entfernen.',
      action: 'Kreis öffnen',
    },
    letters_carry_content: {
      title: (name, circle) => `${name} lässt jetzt Worte und Fotos in Briefen aus ${circle} zu`,
      message:
        'Was du mit diesem Kreis teilst, kann in den Postfächern seiner Mitglieder ankommen. Einen Brief kann man nicht zurückholen.',
      action: 'Kreis öffnen',
    },
    letters_returned: {
      title: (name) => `Briefe an ${name} kommen zurück`,
      message:
        'Drei E-Mails in Folge wurden abgewiesen, deshalb sind die Briefe unterbrochen. Frag bitte nach der richtigen Adresse. Die Briefe kommen wieder, sobald eine E-Mail von dort eintrifft.',
      action: null,
    },
    new_sign_in: {
      title: () => 'Neue Anmeldung in deinem Konto',
      message: (device) =>
        `Gerät: ${device ?? 'ein Browser'}. Damit hast du dich hier noch nie angemeldet. Wenn das nicht du warst, sag uns Bescheid: Wir melden dich auf allen Geräten ab und schicken dir einen Link für ein neues Passwort.`,
      action: 'Das war nicht ich',
    },
    second_factor_changed: {
      changes: {
        totp_added: 'Zu deinem Konto wurde eine Authenticator-App hinzugefügt',
        totp_removed: 'Die Authenticator-App wurde aus deinem Konto entfernt',
        passkey_added: 'Zu deinem Konto wurde ein Passkey hinzugefügt',
        passkey_removed: 'Ein Passkey wurde aus deinem Konto entfernt',
        codes_made: 'Für dein Konto wurden neue Wiederherstellungscodes erstellt',
        all_removed: 'Authenticator-App und Passkeys wurden aus deinem Konto entfernt',
      },
      message: (device) =>
        `${device === null ? 'Das hat die Person getan, die diesen Ort betreibt' : `Gerät: ${device}`}. Wenn das nicht du warst, sag uns Bescheid: Wir melden dich auf allen Geräten ab und schicken dir einen Link für ein neues Passwort.`,
      action: 'Das war nicht ich',
    },
    export_ready: {
      title: () => 'Dein Export ist fertig',
      message:
        'Du kannst ihn 7 Tage lang herunterladen. Danach wird er gelöscht, und du kannst einen neuen erstellen.',
      action: 'Herunterladen',
    },
    archive_ready: {
      title: (circle) => `Dein Download von ${circle} ist fertig`,
      message:
        'Du kannst ihn 7 Tage lang abrufen. Wird vorher etwas daraus zurückgenommen oder gelöscht, löschen wir ihn früher.',
      action: 'Herunterladen',
    },
    warning: {
      title: () => 'Eine Verwarnung der Administration',
      message:
        'Jemand hat einen Moment von dir oder dein Profil gemeldet, und die Administration hat der Meldung recht gegeben. Wenn das wieder vorkommt, kann dein Konto gesperrt werden.',
      action: null,
    },
    content_removed: {
      title: () => 'Etwas, das du geteilt hast, wurde entfernt',
      message:
        'Ein Moment oder Kommentar von dir wurde gemeldet. Die Administration hat ihn angesehen und gelöscht.',
      action: null,
    },
    report_resolved: {
      title: () => 'Deine Meldung wurde geprüft',
      message: 'Danke. Die Administration hat deine Meldung geprüft und eine Maßnahme ergriffen.',
      action: null,
    },
    report_dismissed: {
      title: () => 'Deine Meldung wurde geprüft',
      message: 'Danke. Die Administration hat deine Meldung geprüft und keine Maßnahme für nötig gehalten.',
      action: null,
    },
    report_waiting: {
      title: () => 'Eine Meldung wartet auf dich',
      message: 'Jemand hat etwas gemeldet. Bitte sieh es dir an und entscheide.',
      action: 'Zu den Meldungen',
    },
    verification_waiting: {
      title: () => 'Jemand möchte verifiziert werden',
      message: 'Bis die Administration entschieden hat, kann diese Person keine Momente teilen.',
      action: 'Zu den Anträgen',
    },
    backup_failed: {
      title: () => 'Die nächtliche Sicherung ist fehlgeschlagen',
      message:
        'Die Sicherung oder ihre Probe ist in dieser Nacht dreimal fehlgeschlagen. Den Grund findest du auf der Seite „System“.',
      action: 'Zum System',
    },
    name_waiting: {
      title: () => 'Ein verifiziertes Mitglied möchte anders heißen',
      message: 'Bis jemand entschieden hat, sehen andere den bisherigen Namen.',
      action: 'Zu den Anträgen',
    },
    name_approved: {
      title: () => 'Dein neuer Name wurde bestätigt',
      message: 'Ab jetzt sehen ihn auch andere.',
      action: 'Dein Konto',
    },
    name_refused: {
      title: () => 'Dein neuer Name wurde abgelehnt',
      message: 'Dein Name bleibt, wie er war. Du kannst einen anderen beantragen.',
      action: 'Dein Konto',
    },
    account_locked: {
      title: () => 'Das Konto eines Mitglieds ist gesperrt',
      message:
        'Das Mitglied hat gemeldet, dass eine Anmeldung nicht von ihm war. Seine E-Mail-Adresse hat inzwischen aber jemand anderes bestätigt. Welches Konto es ist, steht im Protokoll. Mit dem Befehl set-email bekommt es eine neue Adresse.',
      action: 'Zum Protokoll',
    },
    donation_received: {
      title: () => 'Danke für deine Spende',
      message: 'Sie ist angekommen. Du findest sie unter „Mein Konto“.',
      action: 'Deine Zahlungen',
    },
    payment_failed: {
      title: () => 'Eine Zahlung ist fehlgeschlagen',
      message:
        'Es wurde nichts abgebucht. Du kannst es noch einmal versuchen, mit derselben Karte oder einer anderen.',
      action: 'Deine Zahlungen',
    },
    payment_refunded: {
      title: () => 'Eine Zahlung wurde erstattet',
      message: 'Das Geld geht auf die Karte zurück, mit der du bezahlt hast. Das kann ein paar Tage dauern.',
      action: 'Deine Zahlungen',
    },
    subscription_started: {
      title: () => 'Dein Abo hat begonnen',
      message: 'Danke, dass du Circle am Laufen hältst. Du kannst jederzeit unter „Mein Konto“ kündigen.',
      action: 'Dein Abo',
    },
    subscription_renewed: {
      title: () => 'Dein Abo wurde verlängert',
      message: 'Ein weiterer Monat ist bezahlt. Du findest die Zahlung unter „Mein Konto“.',
      action: 'Deine Zahlungen',
    },
    subscription_changed: {
      title: () => 'Dein Abo wurde geändert',
      message: 'Unter „Mein Konto“ siehst du dein Abo und ab wann die Änderung gilt.',
      action: 'Dein Abo',
    },
    subscription_canceled: {
      title: () => 'Dein Abo ist gekündigt',
      message: 'Du behältst es bis zum Ende des bezahlten Zeitraums. Danach wird nichts mehr abgebucht.',
      action: 'Dein Abo',
    },
    subscription_ended: {
      title: () => 'Dein Abo ist abgelaufen',
      message: 'Es wird nichts mehr abgebucht. Du kannst jederzeit ein neues abschließen.',
      action: 'Dein Konto',
    },
    verification_approved: {
      title: () => 'Deine Identität ist verifiziert',
      message: 'Du kannst jetzt Momente teilen.',
      action: 'Einen Moment teilen',
    },
    verification_rejected: {
      title: () => 'Deine Identität konnte noch nicht verifiziert werden',
      message: 'Lies, was du ändern solltest. Danach kannst du den Antrag noch einmal stellen.',
      action: 'Notiz lesen',
    },
  },
  resetAsked: 'Wenn diese Adresse zu einem Mitglied gehört, ist ein Link für ein neues Passwort unterwegs.',
  resetUnmailed: (administrator) =>
    `Hier können keine E-Mails verschickt werden. Bitte ${administrator ?? 'die Person, die Circle betreibt,'} um einen Link.`,
  reportSent: 'Die Administration prüft deine Meldung und sagt dir Bescheid.',
  reportWaits:
    'Auf diesem Server kann gerade niemand anderes darüber entscheiden. Deine Meldung wartet, bis jemand in die Administration aufgenommen wird.',
  resetDone: 'Dein Passwort ist geändert. Melde dich jetzt damit an.',
  archivePage,
  exportPage,
  letterPage,
  framePage,
  letters,
  mailbox,
  mail,
};

import type { Words } from './words.ts';

const moment = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'UTC' });

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
      message: 'Es ist einer der Momente, die du geteilt hast.',
      action: 'Öffnen',
    },
    comment: {
      title: (name) => `${name} hat deinen Moment kommentiert`,
      message: 'Öffne den Moment, um es zu lesen.',
      action: 'Lesen',
    },
    added_to_circle: {
      title: (name, circle) => `${name} hat dich in ${circle} aufgenommen`,
      message: 'Du siehst jetzt die Momente dieses Kreises, und alle darin sehen, was du mit ihm teilst.',
      action: 'Kreis öffnen',
    },
    added_to_contacts: {
      title: (name) => `${name} hat dich zu den Kontakten hinzugefügt`,
      message: 'Du kannst jetzt das Profil sehen.',
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
      message: 'Der Kreis gehört jetzt dir: Du fügst hinzu, lädst ein und entfernst.',
      action: 'Kreis öffnen',
    },
    circle_passed_on: {
      title: (circle) => `${circle} gehört jetzt dir`,
      message:
        'Wem der Kreis gehörte, ist nicht mehr hier. Ab jetzt fügst du hinzu, lädst ein und entfernst.',
      action: 'Kreis öffnen',
    },
    new_sign_in: {
      title: () => 'Neue Anmeldung in deinem Konto',
      message: (device) =>
        `Sie kam von: ${device ?? 'ein Browser'}. Von dort hast du dich hier noch nie angemeldet. Wenn das nicht du warst, sag uns Bescheid: Wir melden dich auf allen Geräten ab und schicken dir einen Link für ein neues Passwort.`,
      action: 'Das war nicht ich',
    },
    second_factor_changed: {
      changes: {
        totp_added: 'Zu deinem Konto kam eine Authenticator-App dazu',
        totp_removed: 'Die Authenticator-App wurde aus deinem Konto entfernt',
        passkey_added: 'Zu deinem Konto kam ein Passkey dazu',
        passkey_removed: 'Ein Passkey wurde aus deinem Konto entfernt',
        codes_made: 'Für dein Konto wurden neue Wiederherstellungscodes gemacht',
        all_removed: 'Was dein Konto außer dem Passwort schützte, wurde entfernt',
      },
      message: (device) =>
        `Von: ${device ?? 'die Person, die dieses Circle betreibt'}. Wenn das nicht du warst, sag uns Bescheid: Wir melden dich auf allen Geräten ab und schicken dir einen Link für ein neues Passwort.`,
      action: 'Das war nicht ich',
    },
    export_ready: {
      title: () => 'Dein Export ist fertig',
      message:
        'Du kannst ihn 7 Tage lang herunterladen. Danach wird er gelöscht, und du kannst um einen neuen bitten.',
      action: 'Herunterladen',
    },
    warning: {
      title: () => 'Eine Verwarnung der Administration',
      message:
        'Etwas, das du geteilt oder geschrieben hast oder in deinem Profil zeigst, wurde gemeldet, und die Administration gab der Meldung recht. Wenn es wieder vorkommt, kann dein Konto gesperrt werden.',
      action: null,
    },
    content_removed: {
      title: () => 'Etwas, das du geteilt hast, wurde entfernt',
      message:
        'Ein Moment oder Kommentar von dir wurde gemeldet. Die Administration hat ihn angesehen und gelöscht.',
      action: null,
    },
    report_resolved: {
      title: () => 'Deine Meldung wurde angesehen',
      message: 'Danke. Die Administration hat entschieden und getan, was sie für nötig hielt.',
      action: null,
    },
    report_dismissed: {
      title: () => 'Deine Meldung wurde angesehen',
      message: 'Danke. Die Administration fand nichts, was deswegen zu tun ist.',
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
        'Sie konnte nicht gemacht werden, oder sie ließ sich zur Probe nicht wiederherstellen, dreimal in einer Nacht. Warum, steht auf der Seite zum System.',
      action: 'Zum System',
    },
    name_waiting: {
      title: () => 'Ein verifiziertes Mitglied möchte anders heißen',
      message: 'Bis die Administration entschieden hat, sehen andere den bisherigen Namen.',
      action: 'Zu den Anträgen',
    },
    name_approved: {
      title: () => 'Dein neuer Name wurde bestätigt',
      message: 'Ab jetzt sehen ihn auch andere.',
      action: 'Dein Konto',
    },
    name_refused: {
      title: () => 'Dein neuer Name wurde abgelehnt',
      message: 'Dein Name bleibt, wie er war. Du kannst um einen anderen bitten.',
      action: 'Dein Konto',
    },
    account_locked: {
      title: () => 'Das Konto eines Mitglieds ist gesperrt',
      message:
        'Das Mitglied hat gemeldet, dass eine Anmeldung nicht von ihm kam, aber seine E-Mail-Adresse hat inzwischen jemand anderes bestätigt. Im Protokoll steht, welches Konto es ist. Der Befehl set-email gibt ihm eine Adresse.',
      action: 'Zum Protokoll',
    },
    donation_received: {
      title: () => 'Danke für deine Spende',
      message: 'Sie ist angekommen und wurde einmal abgebucht. Du findest sie in deinem Konto.',
      action: 'Deine Zahlungen',
    },
    payment_failed: {
      title: () => 'Eine Zahlung kam nicht zustande',
      message:
        'Es wurde nichts abgebucht. Du kannst es noch einmal versuchen, mit derselben Karte oder einer anderen.',
      action: 'Deine Zahlungen',
    },
    payment_refunded: {
      title: () => 'Eine Zahlung wurde erstattet',
      message:
        'Das Geld geht auf die Karte zurück, mit der du bezahlt hast. Bis deine Bank es zeigt, kann es ein paar Tage dauern.',
      action: 'Deine Zahlungen',
    },
    subscription_started: {
      title: () => 'Dein Abo hat begonnen',
      message: 'Danke, dass du Circle am Laufen hältst. Du kannst jederzeit in deinem Konto kündigen.',
      action: 'Dein Abo',
    },
    subscription_renewed: {
      title: () => 'Dein Abo wurde verlängert',
      message: 'Ein weiterer Monat ist bezahlt. Du findest die Zahlung in deinem Konto.',
      action: 'Deine Zahlungen',
    },
    subscription_changed: {
      title: () => 'Dein Abo wurde geändert',
      message: 'In deinem Konto steht, welches du hast und ab wann ein neues gilt.',
      action: 'Dein Abo',
    },
    subscription_canceled: {
      title: () => 'Dein Abo ist gekündigt',
      message: 'Du behältst es, bis zu Ende ist, was du bezahlt hast. Danach wird nichts mehr abgebucht.',
      action: 'Dein Abo',
    },
    subscription_ended: {
      title: () => 'Dein Abo ist zu Ende',
      message: 'Es wird nichts mehr abgebucht. Du kannst jederzeit gern wieder eins abschließen.',
      action: 'Dein Konto',
    },
    verification_approved: {
      title: () => 'Deine Identität ist verifiziert',
      message: 'Du kannst jetzt Momente teilen.',
      action: 'Einen Moment teilen',
    },
    verification_rejected: {
      title: () => 'Deine Identität konnte noch nicht verifiziert werden',
      message: 'Aus der Prüfung gibt es eine Notiz für dich. Du kannst den Antrag noch einmal stellen.',
      action: 'Notiz lesen',
    },
  },
  resetAsked: 'Wenn diese Adresse zu einem Mitglied gehört, ist ein Link für ein neues Passwort unterwegs.',
  reportSent: 'Die Administration sieht sie sich an. Du erfährst, was sie entscheidet.',
  reportWaits:
    'Auf diesem Server kann im Moment niemand sonst darüber entscheiden. Deine Meldung wartet, bis jemand zur Administration dazukommt.',
  resetDone: 'Dein neues Passwort gilt. Melde dich damit an.',
  exportPage: {
    made: 'Erstellt am',
    files: 'Dasselbe für Programme liegt im Ordner data, die Fotos liegen im Ordner photos.',
    you: 'Dein Profilbild',
    photo: 'Foto',
    moments: 'Deine Momente',
    comments: 'Deine Kommentare',
    sharedWith: 'Geteilt mit',
    counts: (likes, comments) =>
      `${likes} ${likes === 1 ? 'Like' : 'Likes'} · ${comments} ${comments === 1 ? 'Kommentar' : 'Kommentare'}`,
  },
  mail: {
    reset: {
      subject: 'Ein neues Passwort für Circle',
      heading: 'Wähle ein neues Passwort',
      about:
        'Mit diesem Link wählst du ein neues Passwort und wirst überall abgemeldet. Er gilt einmal, eine Stunde lang.',
      action: 'Neues Passwort wählen',
      notYou: 'Wenn du nicht darum gebeten hast, vergiss diese Mail; dein Passwort bleibt, wie es ist.',
    },
    footer: (address) =>
      `Gesendet von Circle unter ${address}. In Mails von Circle stehen nie Fotos oder Kommentare.`,
    stop: 'Auswählen, welche Mails du bekommst',
    invitation: {
      subject: (name, circle) =>
        circle === null ? `${name} lädt dich zu Circle ein` : `${name} lädt dich in ${circle} auf Circle ein`,
      heading: (name, circle) =>
        circle === null ? `${name} lädt dich zu Circle ein` : `${name} lädt dich in ${circle} ein`,
      about:
        'Circle ist ein privater Ort ohne Werbung, um Momente mit denen zu teilen, die du auswählst. Man kommt nur auf Einladung hinein.',
      action: 'Einladung ansehen',
      code: (code) => `Dein Einladungscode ist ${code}. Er gilt einmal, 30 Tage lang.`,
      notYou: (name) => `Wenn du ${name} nicht kennst, vergiss diese Mail; es geschieht nichts.`,
    },
    change: {
      subject: 'Deine neue E-Mail-Adresse für Circle',
      heading: 'Ab jetzt diese Adresse?',
      about: (name: string) =>
        `${name} möchte diese Adresse für das eigene Circle-Konto verwenden. Wenn du das bist, bestätige es mit dem Knopf.`,
      action: 'Diese Adresse verwenden',
      notYou:
        'Wenn du das nicht bist, ignoriere diese Mail, auch wenn du selbst ein Konto mit dieser Adresse hast: Der Knopf gäbe die Adresse dem anderen Konto.',
    },
    changeNotice: {
      subject: 'Deine E-Mail-Adresse auf Circle soll sich ändern',
      about:
        'Jemand, der dein Passwort kennt, hat um eine andere E-Mail-Adresse für dein Konto gebeten, und dorthin ging ein Link. Wenn das nicht du warst, sag uns Bescheid: Wir melden dich auf allen Geräten ab, machen diesen Link ungültig und schicken dir einen Link für ein neues Passwort.',
    },
    passwordNotice: { subject: 'Dein Passwort auf Circle wurde geändert' },
    protectionNotice: {
      about: (at, device) =>
        `Wann: ${moment.format(at)} UTC. Von: ${device ?? 'wer dieses Circle betreibt, weil du um ein neues Passwort gebeten hast'}. Wenn das du warst, ist nichts zu tun.`,
      notYou:
        'Wenn das nicht du warst, sag uns Bescheid: Wir melden dich auf allen Geräten ab und schicken dir einen Link für ein neues Passwort. Sieh danach unter „Mein Konto“ nach, was dein Konto schützt, und entferne, was nicht von dir ist. Wird beim Anmelden ein Code oder ein Passkey verlangt, den du nicht hast, bitte die Person, die dieses Circle betreibt, ihn zu entfernen.',
    },
    factorsLeft: {
      about:
        'Du hast gerade mit dem Link aus unserer Mail ein neues Passwort gesetzt. Das schützt dein Konto weiterhin:',
      passkey: (name, added) => `Der Passkey „${name}“ vom ${day.format(added)}. Er meldet ohne Passwort an.`,
      totp: 'Deine Authenticator-App.',
      remove: 'Wenn etwas davon nicht von dir ist, entferne es unter „Mein Konto“.',
      action: 'Ansehen',
    },
    notMe: 'Das war nicht ich',
    confirm: {
      subject: 'Bestätige deine E-Mail-Adresse für Circle',
      heading: 'Ist das deine E-Mail-Adresse?',
      about:
        'Jemand hat sich mit dieser Adresse bei Circle registriert. Bestätige sie, dann kann dich finden, wer sie kennt.',
      action: 'Diese Adresse bestätigen',
      notYou: 'Wenn das nicht du warst, vergiss diese Mail.',
    },
  },
};

import type { publicHome as english } from '../../en/app/public-home.ts';

export const publicHome = {
  login: 'Anmelden',
  title: 'Für die, denen du es ohnehin zeigen würdest.',
  lead: 'Circle ist ein privater Ort für Fotos und ein paar Worte, geteilt mit den wenigen Leuten, für die sie gedacht sind. Nur auf Einladung. Ohne Werbung, für immer.',
  invited: 'Ich habe eine Einladung',
  sheet:
    'Ein Kontaktbogen mit neun Fotos, eines mit orangem Stift eingekreist: drei Menschen Hand in Hand am Meer',
  choose: {
    title: 'Erst wählen, für wen. Dann teilen.',
    text: 'Du legst die Kreise an und entscheidest, wer dazugehört. An den Ringen sieht man bei jedem Moment, für wen er ist.',
    circles: [
      { name: 'Familie', people: '6 Personen', color: '#C2410C' },
      { name: 'Sonntagslauf', people: '9 Personen', color: '#3B82F6' },
      { name: 'Der Küchentisch', people: '5 Personen', color: '#0F9D8A' },
      { name: 'Garten 14', people: '11 Personen', color: '#4D7C0F' },
    ],
    example: {
      author: 'Maya Okafor',
      time: '2 Std.',
      text: 'Hinter dem zweiten Kamm, noch bevor der Nebel aufging. Jonas wollte unbedingt den langen Weg hinunter, und ausnahmsweise hatte er recht.',
      likes: '12',
      comments: '5',
    },
  },
  promises: {
    title: 'Worauf du dich verlassen kannst',
    items: [
      {
        title: 'Kein Konzern dazwischen',
        text: 'Wer Circle benutzt, bezahlt es. Sonst müssen wir niemandem gefallen. Keine Zwischenhändler, keine Manipulation durch Algorithmen: das Neueste zuerst oder nach Nähe. Du wählst.',
      },
      {
        title: 'Deine Daten, deine Regeln',
        text: 'Kein Datensammeln und keine gezielte Werbung. Bis du jemanden in einen Kreis aufnimmst, ist dein Name alles, was die Person sieht.',
      },
      {
        title: 'Sofort aktuell',
        text: 'Liegt als Lesezeichen auf deinem Home-Bildschirm, ganz ohne App-Store. Du öffnest es und hast immer die neueste Version.',
      },
    ],
  },
  price: {
    title: 'Was es kostet',
    text: 'Während der Entwicklung nichts. Danach 30 Tage zur Probe und dann einer von zwei einfachen Preisen.',
    month: 'im Monat',
    plans: [
      { name: 'Basic', price: '1 $' },
      { name: 'Premium', price: '5 $' },
    ],
  },
  footer: {
    text: 'Nur auf Einladung. Frag jemanden, den du kennst.',
    install: 'Anleitung zum Installieren',
    support: 'Circle unterstützen',
  },
} satisfies typeof english;

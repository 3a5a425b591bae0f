import type { scenarios as english } from '../../en/admin/scenarios.ts';
import { counted, numbered } from '../app/plural.ts';

const foundOf = (count: number) => counted(count, 'Fund', 'Funde');

export const scenarios = {
  title: 'Testfälle',
  intro: 'Finde Schwachstellen von Circle, bevor es jemand anderes tut.',
  run: 'Alle Tests starten',
  running: 'Tests laufen …',
  generate: 'Testfälle mit KI erzeugen',
  generating: 'Wird erzeugt …',
  refresh: 'Neu laden',
  now: 'Jetzt:',
  starting: 'Der Testserver wird gestartet',
  progress: 'Testlauf',
  progressRegion: 'Fortschritt',
  percent: (value: number) => `${value} %`,
  total: 'Tests',
  passed: 'Bestanden',
  found: 'Funde',
  critical: 'Kritische Funde',
  alert: (count: number) => ({
    count: `${counted(count, 'kritischer Fund', 'kritische Funde')}!`,
    advice: 'Sieh dir die Ergebnisse gleich an.',
  }),
  stopped: 'Der letzte Lauf endete vorzeitig:',
  filter: 'Bereich',
  categories: {
    all: 'Alle',
    edge_case: 'Grenzfälle',
    security: 'Sicherheit',
    performance: 'Leistung',
    stress_test: 'Belastung',
    user_behavior: 'Verhalten',
  },
  progressOf: (passed: number, failed: number, total: number) =>
    [
      counted(total, 'Test', 'Tests'),
      ...(passed > 0 ? [`${numbered(passed)} bestanden`] : []),
      ...(failed > 0 ? [`${numbered(failed)} fehlgeschlagen`] : []),
    ].join(', '),
  priorities: { low: 'Niedrig', medium: 'Mittel', high: 'Hoch', critical: 'Kritisch' },
  states: { pending: 'Wartet', running: 'Läuft', completed: 'Bestanden', failed: 'Fehlgeschlagen' },
  aiGenerated: 'Von KI',
  drawn: 'Zufällig',
  result: (milliseconds: number, issues: number) => `${milliseconds} ms · ${foundOf(issues)} · `,
  issues: 'Was gefunden wurde',
  loading: 'Wird geladen …',
  empty: 'Keine Testfälle hier',
  fetchFailed: 'Die Testfälle konnten nicht geladen werden',
  generateFailed: 'Es wurden keine Testfälle erzeugt',
  startFailed: 'Die Tests konnten nicht gestartet werden',
  generated: (count: number) => `${counted(count, 'Testfall', 'Testfälle')} erzeugt`,
  generatedWithoutModel:
    'Auf diesem Server ist kein KI-Modell eingerichtet. Die Testfälle wurden zufällig aus der Beschreibung seiner Schnittstelle erzeugt.',
  finished: { title: 'Alle Tests sind gelaufen', clean: 'Nichts gefunden.' },
  issuesFound: (count: number) => `${foundOf(count)}.`,
  history: {
    title: 'Letzte Läufe',
    running: 'Läuft',
    clean: 'Keine Funde',
    early: 'Vorzeitig beendet',
    issues: foundOf,
    critical: (count: number) => counted(count, 'kritischer Fund', 'kritische Funde'),
    result: (passed: number, total: number, milliseconds: number) =>
      `${passed} von ${total} bestanden in ${Math.max(1, Math.round(milliseconds / 1_000))} s`,
    fetchFailed: 'Die letzten Läufe konnten nicht geladen werden',
  },
} satisfies typeof english;

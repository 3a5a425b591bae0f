import type { audience as english } from '../../en/moments/audience.ts';
import { counted } from '../app/plural.ts';

const names = /* @__PURE__ */ new Intl.ListFormat('de', { type: 'conjunction' });

/** Texts about who sees what. */
export const audience = {
  title: 'Wer das sehen kann',
  loading: 'Einen Augenblick …',
  failed: 'Das konnte nicht geladen werden.',
  people: (count: number, isFramed?: boolean) =>
    count === 0
      ? 'Nur du kannst das sehen.'
      : `${counted(count, 'Person außer dir kann', 'Personen außer dir können')} das sehen.${isFramed ? '' : ' Sonst niemand.'}`,
  upTo: (count: number, isFramed?: boolean) =>
    `Bis zu ${counted(count, 'Person außer dir kann', 'Personen außer dir können')} das sehen.${isFramed ? '' : ' Sonst niemand.'}`,
  list: 'Personen, die das sehen können',
  through: (circles: readonly string[]) => `Über ${names.format(circles)}`,
  named: 'Am Gespräch beteiligt',
  since: (date: string) => `seit ${date}`,
  question: 'Kann jemand aus deinen Kreisen das sehen?',
  ask: 'Kann jemand aus deinen Kreisen das sehen? Namen eingeben',
  name: 'Namen eingeben …',
  answers: 'Antworten zu diesem Namen',
  nobodyCalled: (typed: string) => `Nein: Niemand, dessen Name mit „${typed}“ beginnt, kann das sehen.`,
  nobodyKnown: (typed: string) =>
    `Nein: Niemand, dessen Name mit „${typed}“ beginnt, kann das über einen deiner Kreise sehen.`,
  sees: (name: string, circles: readonly string[]) =>
    circles.length > 0
      ? `Ja, ${name} kann es sehen, über ${names.format(circles)}.`
      : `Ja, ${name} kann es sehen.`,
  notInCircles: (name: string) => `Nein: ${name} ist in keinem der Kreise dieses Moments.`,
  cameLater: (name: string) => `Nein: ${name} kam später dazu und sieht frühere Momente nicht.`,
  leftOut: (name: string) => `Nein: Du hast ${name} ausgelassen.`,
  unknown: (name: string) =>
    `Du hast einen der Kreise dieses Moments verlassen. Wer darin ist, kann Circle dir nicht sagen. Über einen anderen Kreis sieht ${name} den Moment nicht.`,
  unnamed: (count: number) =>
    `${counted(count, 'Person aus einem Kreis, den du verlassen hast, kann', 'Personen aus Kreisen, die du verlassen hast, können')} es vielleicht auch sehen. Wer das ist, kann Circle dir nicht sagen.`,
  youLeftOut: (people: readonly string[]) => `Du hast ${names.format(people)} ausgelassen.`,
  former: (count: number) =>
    counted(
      count,
      'Person, die es früher sehen konnte, sieht es nicht mehr.',
      'Personen, die es früher sehen konnten, sehen es nicht mehr.',
    ),
  seeAs: (name: string) => `Mit den Augen von ${name} ansehen`,
  asTitle: (name: string) => `So sieht es ${name}`,
  back: 'Zurück zur Liste',
  profile: 'Profil öffnen',
  framed: (name: string) => `Das bekommt ${name} zu sehen. Likes und Kommentare stehen hier nicht.`,
  mentionsMay: (name: string) =>
    `An Stelle von Personen, die ${name} nicht kennt, steht dort vielleicht „jemand“.`,
  commentMenu: 'Wer das lesen kann',
  commentTitle: 'Wer deinen Kommentar lesen kann',
  commentText: 'Diese Personen können es, solange sie den Moment sehen. Sonst niemand.',
  commentList: 'Personen, die deinen Kommentar lesen können',
  commentUnnamed: 'Mitglieder eines Kreises, den du verlassen hast, können ihn auch lesen.',
  visible: (name: string) => `Was ${name} von mir sieht`,
  visibleTitle: (name: string) => `Was ${name} von dir sieht`,
  visibleText: (name: string) => `Alle deine Momente, die ${name} jetzt sehen kann, die neuesten zuerst.`,
  visibleNone: (name: string) => `${name} sieht keinen deiner Momente.`,
  visibleEnd:
    'Momente in Kreisen, die du verlassen hast, stehen hier nicht: Wer darin ist, kann Circle dir nicht sagen.',
  photos: (count: number) => counted(count, 'Foto', 'Fotos'),
  stop: (name: string) => `Nicht mehr mit ${name} teilen`,
  stopBusy: 'Wird beendet …',
  stopped: (name: string) => `${name} sieht das nicht mehr.`,
} satisfies typeof english;

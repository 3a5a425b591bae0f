import type { thisDay as english } from '../../en/moments/this-day.ts';
import { counted } from '../app/plural.ts';

/** Photos and moments of the same day in earlier years, and those that were put away. */
export const thisDay = {
  title: (day) => `An diesem Tag, dem ${day}`,
  ago: (years) => (years === 1 ? 'Vor einem Jahr' : `Vor ${counted(years, 'Jahr', 'Jahren')}`),
  moment: (name) => `Moment von ${name}`,
  more: 'Alle Jahre zeigen',
  options: (what) => `Optionen: ${what}`,
  dayOptions: 'Optionen für diesen Tag',
  notPhoto: 'Dieses Foto nicht',
  notMoment: 'Diesen Moment nicht',
  notMember: (name) => `Nichts von ${name}`,
  notDay: 'Diesen Tag nicht',
  away: 'Das siehst du hier nicht mehr',
  awayMember: (name) => `Von ${name} siehst du hier nichts mehr`,
  awayDay: 'Diesen Tag siehst du hier nicht mehr',
  awayText: 'In deinem Konto steht die Liste, falls du es zurückholen magst.',
  undo: 'Rückgängig',
  undoHint: 'Mit „Rückgängig“ siehst du es hier wieder.',
  failed: 'Das hat nicht geklappt',
  list: {
    title: 'Von „An diesem Tag“ weggelegt',
    text: 'Das taucht an seinem Tag nicht mehr auf. In seinem Moment bleibt alles, wie es ist.',
    loading: 'Liste wird geladen...',
    failed: 'Die Liste konnte nicht geladen werden.',
    empty: 'Du hast nichts weggelegt.',
    photo: (name) => `Foto, ${name}`,
    photoOf: 'Foto',
    moment: (name) => `Moment von ${name}`,
    everything: (name) => `Alles von ${name}`,
    day: 'Der Tag',
    back: 'Zurückholen',
    backOf: (what) => `Zurückholen: ${what}`,
    done: 'Es kann wieder auftauchen',
  },
} satisfies typeof english;

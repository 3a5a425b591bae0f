import type { PersonName } from './people.ts';

export interface DemoCircle {
  name: string;
  /** Its name in a German demonstration; by default the same. */
  german?: string;
  about: string;
  color: string;
  kind: 'shared' | 'private';
  /** Default `names`. */
  lettersCarry?: 'content';
  owner: PersonName;
  /** In the order in which they were added. */
  members: readonly PersonName[];
  /** Named by the owner a day after the last member joined. */
  keepers?: readonly PersonName[];
  /** Show their photo and profile to everyone in it. All others show their name only. */
  faces?: readonly PersonName[];
  /** How many days ago it was made. */
  since: number;
}

export const circles = {
  family: {
    name: 'Family',
    about: 'The ones who get the unflattering photos.',
    color: '#C2410C',
    kind: 'shared',
    lettersCarry: 'content',
    owner: 'ines',
    members: ['ruth', 'teo', 'paulo', 'helena', 'marta'],
    keepers: ['paulo', 'teo'],
    faces: ['ines', 'paulo', 'teo', 'ruth'],
    since: 380,
  },
  sundayRun: {
    name: 'Sunday run',
    about: 'Eight sharp at the weir, rain or not.',
    color: '#3B82F6',
    kind: 'shared',
    owner: 'ines',
    members: ['maya', 'jonas', 'sam', 'nora', 'amir', 'lena', 'priya', 'finn'],
    since: 300,
  },
  kitchenTable: {
    name: 'The Kitchen Table',
    about: 'Old flatmates, new kitchens.',
    color: '#0F9D8A',
    kind: 'shared',
    owner: 'ines',
    members: ['maya', 'lena', 'priya', 'jonas'],
    since: 540,
  },
  allotment: {
    name: 'Allotment 14',
    about: 'Seeds, swaps and slug reports.',
    color: '#4D7C0F',
    kind: 'shared',
    owner: 'ines',
    members: ['amir', 'oskar', 'nora', 'sam', 'hamid', 'dora', 'grace', 'ellen', 'kofi', 'leila'],
    since: 280,
  },
  brassBand: {
    name: 'Brass band',
    about: 'Thursdays, church hall.',
    color: '#E3B505',
    kind: 'shared',
    owner: 'gwen',
    members: [
      'sam',
      'oskar',
      'kofi',
      'bram',
      'grace',
      'ines',
      'tomas',
      'dora',
      'yuki',
      'hamid',
      'wen',
      'ellen',
      'joao',
    ],
    since: 240,
  },
  shed: {
    name: 'Shed and kiln',
    about: 'Firings, failures, and who has the big sieve.',
    color: '#B45309',
    kind: 'shared',
    owner: 'lena',
    members: ['yuki', 'ines', 'maya', 'wen'],
    since: 200,
  },
  millLane: {
    name: '9 Mill Lane',
    about: 'Bins on Tuesday. Parcels with Ellen.',
    color: '#475569',
    kind: 'shared',
    owner: 'ellen',
    members: ['kofi', 'ines', 'priya', 'hamid', 'bram'],
    since: 190,
  },
  studio: {
    name: 'The studio',
    // As long as a name may be.
    german: 'Papierwerkstatt am alten Hafen mit Kaffee und Ruhe',
    about: 'Paper, paste, patience.',
    color: '#0E7490',
    kind: 'shared',
    owner: 'wen',
    members: ['ines', 'leila', 'dora'],
    since: 260,
  },
  nightShift: {
    name: 'Night shift',
    about: 'For when it is four and the vending machine has won.',
    color: '#1E3A8A',
    kind: 'shared',
    owner: 'priya',
    members: ['tomas', 'marta', 'ada'],
    since: 150,
  },
  cousins: {
    name: 'Kallio cousins',
    about: 'Everyone who has ever been thrown in that lake.',
    color: '#DB2777',
    kind: 'shared',
    owner: 'ruth',
    members: ['helena', 'aino', 'eero', 'teo'],
    since: 90,
  },
  grandparents: {
    name: 'Grandparents',
    about: 'Mila, mostly.',
    color: '#BE123C',
    kind: 'private',
    owner: 'teo',
    members: ['ruth', 'paulo', 'helena', 'ines', 'marta'],
    since: 160,
  },
  closeOnes: {
    name: 'The ones I ring',
    about: 'Not the whole story, but most of it.',
    color: '#7C3AED',
    kind: 'private',
    owner: 'ines',
    members: ['maya', 'lena', 'teo'],
    since: 130,
  },
} as const satisfies Record<string, DemoCircle>;

export type CircleName = keyof typeof circles;

/** How near Ines keeps her circles; Contacts stays at 1. */
export const priorities: readonly (readonly [CircleName, number])[] = [
  ['family', 5],
  ['sundayRun', 4],
  ['kitchenTable', 3],
  ['allotment', 2],
];

/**
 * Contacts of each invented member, besides the people that they share a circle with. Oskar has none, so others see
 * only his name.
 */
export const withoutCircles: readonly PersonName[] = ['oskar', 'ada', 'eero'];

/** Ines’ Contacts are chosen, so that they are 23 with herself. */
export const contactsOfInes: readonly PersonName[] = [
  'ruth',
  'teo',
  'paulo',
  'helena',
  'marta',
  'maya',
  'jonas',
  'lena',
  'priya',
  'amir',
  'oskar',
  'nora',
  'sam',
  'finn',
  'gwen',
  'wen',
  'hamid',
  'dora',
  'yuki',
  'kofi',
  'ellen',
  'leila',
];

export const isCircleName = (word: string): word is CircleName => Object.hasOwn(circles, word);

/** Somebody invented. `since` is how many days ago they joined. */
export interface DemoPerson {
  first: string;
  last: string;
  email: string;
  username: string | null;
  bio: string;
  since: number;
  /** Default approved. */
  verification?: 'none' | 'pending' | 'rejected';
  /** Their verification request and the administrator's answer. */
  statement?: string;
  refusal?: string;
  isAdmin?: true;
  /** Whether there is a picture `photos/portrait-{key}.jpg`. */
  portrait?: true;
}

export const people = {
  ines: {
    first: 'Ines',
    last: 'Duarte',
    email: 'ines.duarte@example.org',
    username: 'inesd',
    bio: 'Paper conservator. Grows more tomatoes than any one person needs. Usually on the 7.42.',
    since: 640,
    portrait: true,
  },
  ruth: {
    first: 'Ruth',
    last: 'Kallio',
    email: 'ruth.kallio@example.org',
    username: null,
    bio: 'Eighty-one. I am told you press the big button.',
    since: 388,
    portrait: true,
  },
  teo: {
    first: 'Teo',
    last: 'Duarte',
    email: 'teo.duarte@example.org',
    username: null,
    bio: 'Counts things. Ines is my sister, which is not my fault.',
    since: 630,
    portrait: true,
  },
  paulo: {
    first: 'Paulo',
    last: 'Duarte',
    email: 'paulo.duarte@example.org',
    username: null,
    bio: 'Retired from the harbour office. Not from having opinions about boats.',
    since: 520,
    portrait: true,
  },
  helena: {
    first: 'Helena',
    last: 'Duarte',
    email: 'helena.duarte@example.org',
    username: null,
    bio: 'Married to the opinions.',
    since: 519,
  },
  marta: {
    first: 'Marta',
    last: 'Nowak',
    email: 'marta.nowak@example.net',
    username: null,
    bio: 'Primary school by day, Mila all the rest of it.',
    since: 611,
  },
  maya: {
    first: 'Maya',
    last: 'Okafor',
    email: 'maya.okafor@example.org',
    username: null,
    bio: 'Runs slowly on purpose. Bakes badly on purpose. In four of your photographs, usually blurred.',
    since: 618,
    portrait: true,
  },
  jonas: {
    first: 'Jonas',
    last: 'Weber',
    email: 'j.weber@example.net',
    username: 'jonasw',
    bio: 'Maps, long ways down, and other people’s dogs.',
    since: 560,
    portrait: true,
  },
  lena: {
    first: 'Lena',
    last: 'Sørensen',
    email: 'lena@sorensen.example',
    username: null,
    bio: 'Ceramics in a shed. The shed leaks, the pots do not. Ask me about glazes, or rather do not, unless you have an afternoon.',
    since: 634,
    portrait: true,
  },
  priya: {
    first: 'Priya',
    last: 'Raman',
    email: 'priya.raman@example.net',
    username: null,
    bio: 'Night shifts, daylight photos.',
    since: 622,
    portrait: true,
  },
  amir: {
    first: 'Amir',
    last: 'Haddad',
    email: 'amir.haddad@example.org',
    username: null,
    bio: 'Allotment 14, plot 9. I will give you courgettes whether you like it or not.',
    since: 578,
    portrait: true,
  },
  oskar: {
    first: 'Oskar',
    last: 'Lindqvist',
    email: 'oskar.l@example.org',
    username: 'oskar',
    bio: 'Euphonium. Compost.',
    since: 140,
    portrait: true,
  },
  nora: {
    first: 'Nora',
    last: 'Byrne',
    email: 'nora.byrne@example.org',
    username: 'norab',
    bio: 'Somebody has to keep the minutes.',
    since: 650,
    isAdmin: true,
    portrait: true,
  },
  sam: {
    first: 'Sam',
    last: 'Adeyemi',
    email: 'sam.adeyemi@example.org',
    username: 'sama',
    bio: 'Second trombone.',
    since: 165,
    portrait: true,
  },
  finn: {
    first: 'Finn',
    last: 'Castellanos',
    email: 'finn.c@example.net',
    username: 'finnc',
    bio: 'New here. Nora made me.',
    since: 26,
    verification: 'none',
  },
  ada: {
    first: 'Adaeze',
    last: 'Nwosu',
    email: 'adaeze.nwosu@example.org',
    username: 'ada',
    bio: '',
    since: 9,
    verification: 'pending',
    statement:
      'I teach at the school on Mill Lane; Maya Okafor invited me. We swim on Thursdays, whatever the weather.',
  },
  gwen: {
    first: 'Gwen',
    last: 'Pritchard',
    email: 'gwen.pritchard@example.org',
    username: null,
    bio: 'Conducts the band, mostly by eyebrow.',
    since: 402,
  },
  wen: {
    first: 'Wen',
    last: 'Liang',
    email: 'wen.liang@example.net',
    username: null,
    bio: 'Bookbinding, leaf casting, strong tea. The studio kettle is mine and I know who uses it.',
    since: 470,
  },
  hamid: {
    first: 'Hamid',
    last: 'Rostami',
    email: 'hamid.rostami@example.org',
    username: null,
    bio: 'Plot 3. Quinces by arrangement.',
    since: 330,
  },
  dora: {
    first: 'Dóra',
    last: 'Szabó',
    email: 'dora.szabo@example.net',
    username: null,
    bio: 'Two hives, forty thousand colleagues.',
    since: 301,
  },
  yuki: {
    first: 'Yuki',
    last: 'Tanaka',
    email: 'yuki.tanaka@example.org',
    username: null,
    bio: 'Throws pots, sometimes away.',
    since: 275,
  },
  kofi: {
    first: 'Kofi',
    last: 'Mensah',
    email: 'kofi.mensah@example.org',
    username: null,
    bio: 'Tuba. The flat above yours. Sorry in both cases.',
    since: 396,
  },
  ellen: {
    first: 'Ellen',
    last: 'Macrae',
    email: 'ellen.macrae@example.net',
    username: null,
    bio: 'Thirty-one years on the number 12 bus. I know where everybody lives.',
    since: 360,
  },
  tomas: {
    first: 'Tomás',
    last: 'Rivera',
    email: 'tomas.rivera@example.net',
    username: null,
    bio: 'Paramedic. Bass drum, when I am awake.',
    since: 244,
  },
  leila: {
    first: 'Leila',
    last: 'Benali',
    email: 'leila.benali@example.org',
    username: null,
    bio: 'Maps and prints at the studio. Beans on plot 14b.',
    since: 288,
  },
  bram: {
    first: 'Bram',
    last: 'de Vries',
    email: 'bram@devries.example',
    username: 'bramdv',
    bio: 'Mends bicycles. Principal cornet, in that order.',
    since: 399,
  },
  grace: {
    first: 'Grace',
    last: 'Mwangi',
    email: 'grace.mwangi@example.org',
    username: null,
    bio: 'Glockenspiel and garlic.',
    since: 210,
  },
  aino: {
    first: 'Aino',
    last: 'Kallio',
    email: 'aino.kallio@example.net',
    username: null,
    bio: 'Tampere. Two hours ahead of everyone and still late.',
    since: 120,
  },
  eero: {
    first: 'Eero',
    last: 'Kallio',
    email: 'eero.kallio@example.net',
    username: null,
    bio: '',
    since: 96,
  },
  joao: {
    first: 'João',
    last: 'Duarte',
    email: 'joao.duarte@example.net',
    username: null,
    bio: 'Cousin of the others. Third cornet, on a good day.',
    since: 74,
    verification: 'rejected',
    statement: 'Ask anybody about the cornet.',
    refusal: 'We could not tell who invited you. Please name the member, and say how you know each other.',
  },
} as const satisfies Record<string, DemoPerson>;

export type PersonName = keyof typeof people;

export const isPersonName = (word: string): word is PersonName => Object.hasOwn(people, word);

export const everyone: readonly PersonName[] = Object.keys(people).filter(isPersonName);

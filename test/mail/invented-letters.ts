import { weekdayAndTimeFor } from '../../server/words/reader.ts';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Language } from '../../contract/shapes.ts';
import { wordsIn } from '../../server/words/words.ts';
import type { LetterContent, LetterImage, LetterMoment } from '../../server/features/letters/layout.ts';

const place = 'https://circle.example';
const photoFolder = new URL('../../server/cli/demo/photos/', import.meta.url);

/** Photos of the demo, with their size in pixels. */
const photos = {
  lemons: [960, 720],
  cake: [800, 1000],
  kite: [800, 1000],
  lake: [960, 720],
} as const;

const photo = (
  name: keyof typeof photos,
  alt: string | null,
  videoSeconds: number | null = null,
): LetterImage => ({
  cid: `${name}@circle`,
  alt,
  width: photos[name][0],
  height: photos[name][1],
  videoSeconds,
});

/** The picture of a cid, as the bytes that the mail would carry. */
export const pictureOf = async (cid: string): Promise<Buffer> => {
  const [name = ''] = cid.split('@');
  const file = await readFile(new URL(`${name}.jpg`, photoFolder));
  return sharp(file).resize(800, 800, { fit: 'inside', withoutEnlargement: true }).jpeg().toBuffer();
};

const says = {
  en: {
    lemons:
      'The lemons made it through the frost after all. Eleven of them. Teo counted every single one twice and would like that on the record.',
    lemonsAlt: 'A white bowl of lemons on the kitchen table',
    cake: 'Five candles!\n\nShe blew them out before anyone had the camera ready, so we lit them again.\nAnd again.',
    cakeAlt: 'A cake with five candles',
    lake: 'First swim of the year. Eleven degrees. Nobody stayed in long enough to complain.',
    story:
      'When your grandfather bought this house in 1961 there was no road, only the path along the brook, and everything that is in it today was carried up by hand: the stove, the piano, and me. ',
    summer: 'Summer by the lake',
    walk: 'Walking club',
    family: 'Family',
  },
  de: {
    lemons:
      'Die Zitronen haben den Frost doch noch überstanden. Elf Stück. Teo hat jede einzelne zweimal gezählt und möchte, dass das hier steht.',
    lemonsAlt: 'Eine weiße Schale mit Zitronen auf dem Küchentisch',
    cake: 'Fünf Kerzen!\n\nSie hat sie ausgepustet, bevor jemand die Kamera hatte, also haben wir sie noch mal angezündet.\nUnd noch mal.',
    cakeAlt: 'Ein Kuchen mit fünf Kerzen',
    lake: 'Zum ersten Mal in diesem Jahr geschwommen. Elf Grad. Niemand war lange genug drin, um sich zu beschweren.',
    story:
      'Als euer Großvater dieses Haus 1961 gekauft hat, gab es noch keine Straße, nur den Pfad am Bach entlang, und alles, was heute darin steht, wurde von Hand heraufgetragen: der Herd, das Klavier und ich. ',
    summer: 'Sommer am See',
    walk: 'Wandergruppe',
    family: 'Familie',
  },
} as const;

const moment = (
  author: string,
  when: string | undefined,
  more: Partial<LetterMoment> = {},
): LetterMoment => ({
  author,
  when: when ?? '',
  photos: 0,
  videos: 0,
  url: `${place}/post/0123456789abcdef0123456789abcdef`,
  content: null,
  ...more,
});

/** The address of a reply, with a key as long as a real one. */
const replyTo = (kind: string): string => `circle+${kind.repeat(26)}@circle.example`;

const letter = (language: Language, sections: LetterContent['sections'], more = 0): LetterContent => ({
  language,
  isWeekly: false,
  sections,
  more: more === 0 ? null : { count: more, url: `${place}/` },
  choicesUrl: `${place}/my-account/reach`,
  placeUrl: `${place}/`,
});

/** Letters to look at and to test, by name. */
export const inventLetters = (language: Language) => {
  const when = ['09:12', '17:40', '18:05'].map((time) =>
    weekdayAndTimeFor({ language, timeZone: 'UTC' }, new Date(`2026-11-20T${time}Z`)),
  );
  const { lemons, lemonsAlt, cake, cakeAlt, lake, story, summer, walk, family } =
    says[language === 'de' ? 'de' : 'en'];
  const { letters, locale } = wordsIn(language);
  const wordsOnly = (words: string) => ({ words, images: [], morePhotos: 0 });
  return {
    names: letter(language, [
      {
        circle: family,
        moments: [moment('Ruth Kallio', when[0], { photos: 3 }), moment('Teo Kallio', when[1])],
      },
      { circle: null, moments: [moment('Inês Duarte', when[2], { photos: 1, videos: 1 })] },
    ]),
    content: letter(language, [
      {
        circle: family,
        moments: [
          moment('Ruth Kallio', when[0], {
            photos: 1,
            content: { words: lemons, images: [photo('lemons', lemonsAlt)], morePhotos: 0 },
          }),
          moment('Maya Okafor', when[1], {
            photos: 6,
            content: {
              words: cake,
              images: [photo('cake', cakeAlt), photo('kite', null)],
              morePhotos: 4,
            },
          }),
        ],
      },
      {
        circle: walk,
        moments: [
          moment('Jonas Weber', when[2], {
            videos: 1,
            content: { words: lake, images: [photo('lake', null, 42)], morePhotos: 0 },
          }),
        ],
      },
      { circle: null, moments: [moment('Inês Duarte', when[2], { photos: 1 })] },
    ]),
    albums: letter(language, [
      {
        circle: family,
        moments: [
          moment('Ruth Kallio', when[0], {
            photos: 12,
            isAlbum: true,
            content: { words: `${summer}\n\n${lake}`, images: [photo('lake', null)], morePhotos: 11 },
          }),
          moment(new Intl.ListFormat(locale).format(['Teo', 'Maya', letters.others({ count: 2 })]), when[1], {
            photos: 9,
            videos: 1,
            later: { names: ['Teo', 'Maya'], others: 2 },
            content: {
              words: letters.newPhotos({ photos: 9, videos: 1, album: summer }),
              images: [photo('kite', null), photo('cake', cakeAlt)],
              morePhotos: 8,
            },
          }),
        ],
      },
      {
        circle: walk,
        moments: [
          moment('Jonas Weber', when[2], { photos: 1, later: { names: ['Jonas Weber'], others: 0 } }),
        ],
      },
    ]),
    many: letter(
      language,
      [
        {
          circle: family,
          moments: Array.from({ length: 20 }, (_, at) =>
            moment(['Ruth Kallio', 'Teo Kallio', 'Maya Okafor', 'Sam'][at % 4] ?? '', when[at % 3], {
              photos: at % 4,
            }),
          ),
        },
      ],
      8,
    ),
    long: letter(language, [
      {
        circle: family,
        moments: Array.from({ length: 20 }, () =>
          moment('Ruth Kallio', when[0], { content: wordsOnly(story.repeat(30).slice(0, 5_000)) }),
        ),
      },
    ]),
    mailbox: {
      ...letter(
        language,
        [
          {
            circle: family,
            sendTo: replyTo('c'),
            moments: [
              moment('Ruth Kallio', when[0], {
                photos: 1,
                answerTo: replyTo('m'),
                content: { words: lemons, images: [photo('lemons', lemonsAlt)], morePhotos: 0 },
              }),
              moment('Teo Kallio', when[1], { answerTo: replyTo('n'), content: wordsOnly(cake) }),
            ],
          },
          { circle: null, moments: [moment('Inês Duarte', when[2], { photos: 1, answerTo: replyTo('o') })] },
        ],
        3,
      ),
      byLetter: {
        letterUrl: `${place}/letter/abcdefghijklmnopqrstuvwxyz`,
        mineUrl: `${place}/letter/abcdefghijklmnopqrstuvwxyz/mine`,
        stopUrl: `${place}/letter/abcdefghijklmnopqrstuvwxyz/stop`,
      },
    },
    one: {
      ...letter(language, [
        {
          circle: walk,
          moments: [
            moment('Jonas Weber', when[2], { photos: 2, content: { ...wordsOnly(lake), morePhotos: 2 } }),
          ],
        },
      ]),
      isWeekly: true,
    },
  };
};

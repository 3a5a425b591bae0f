import { addPhotos, createAlbum } from '../../features/albums/write.ts';
import { setChoices } from '../../features/delivery/choices.ts';
import type { CircleIds } from './draw-circles.ts';
import type { DemoPhoto } from './moment.ts';
import type { PersonName } from './people.ts';
import { type Album, descriptionOf } from './pictures.ts';
import type { Stage } from './stage.ts';
import { storePicture } from './store-picture.ts';

const day = 24 * 60 * 60_000;
const minute = 60_000;
/** So many photos are added together. */
const together = 10;

interface DemoAlbum {
  by: PersonName;
  title: string;
  text: string;
  /** The people who add photos in turn; by default its author, right after it was made. */
  adders?: readonly PersonName[];
  /** How many days ago it was made. */
  made: number;
  /** They repeat until each day has one. */
  pictures: readonly DemoPhoto[];
  /** The days `YYYY-MM-DD` on which its photos were taken, in order. */
  days: readonly string[];
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** So many days from the first to the last, evenly. */
const spread = (first: string, last: string, count: number): string[] => {
  const [from, to] = [Date.parse(first), Date.parse(last)];
  return Array.from({ length: count }, (_, at) => dayOf(from + ((to - from) * at) / Math.max(1, count - 1)));
};

/** Every second day of a year, spread over the nine years before this one. */
const everySecondDay = (thisYear: number, from: 0 | 1): string[] =>
  Array.from({ length: 183 }, (_, at) => {
    const ofLeapYear = dayOf(Date.UTC(2024, 0, 1 + from + at * 2));
    const year = thisYear - 9 + ((at * 7) % 9);
    const leapYear = thisYear - 2 - ((thisYear - 2) % 4);
    return `${ofLeapYear.endsWith('-02-29') ? leapYear : year}${ofLeapYear.slice(4)}`;
  }).toSorted();

/** Ten years of one family. On each day of the year there is a photo of an earlier one. */
export const albumsOf = (now: number): DemoAlbum[] => {
  const year = new Date(now).getFullYear();
  const summer = new Date(now).getMonth() < 8 ? year - 1 : year;
  const jetty = everySecondDay(year, 0);
  const box = everySecondDay(year, 1);
  return [
    {
      by: 'paulo',
      title: 'The jetty, whenever one of us is there',
      text: 'Same jetty, same place to stand. Whoever is there takes one. Teo keeps count.',
      adders: ['paulo', 'ines', 'teo', 'helena'],
      made: 372,
      pictures: [
        'dawn',
        'lake old',
        'sea grey',
        'lake evening',
        'lake',
        'lake wide',
        'sea',
        'ridge pale',
        'frost',
        'sea warm',
        'moon',
        'rain',
        'snow',
      ],
      days: jetty,
    },
    {
      by: 'ines',
      title: 'Everything from the shoebox',
      text: 'Two hundred and ten of them, each with its day on the back. There is no more shoebox.',
      made: 301,
      pictures: [
        'lake old',
        'party flipped',
        'bread',
        'flowers',
        'sea grey',
        'cake',
        'oranges',
        'tart',
        'dog',
        'path',
        'cabin',
        'kite close',
        'soup',
        'drawing',
        'mushrooms',
        'bike',
        'train',
        'pumpkins',
        'lemons',
      ],
      days: [...box, ...spread(`${year - 9}-07-01`, `${year - 2}-12-20`, 27)].toSorted(),
    },
    {
      by: 'teo',
      title: 'Mila, her first year',
      text: 'She slept through most of the interesting parts. We did not.',
      made: 352,
      pictures: ['dog flipped', 'drawing', 'cake', 'flowers', 'snow', 'sea', 'bread close'],
      days: spread(`${year - 6}-03-04`, `${year - 5}-03-04`, 24),
    },
    {
      by: 'helena',
      title: 'The wedding that nobody mentions',
      text: 'I mention it. You all looked very well, and it stopped raining in the end.',
      made: 338,
      pictures: ['party', 'flowers', 'rain', 'party flipped', 'cake', 'path', 'dawn', 'hall'],
      days: spread(`${year - 8}-06-16`, `${year - 8}-06-18`, 30),
    },
    {
      by: 'ruth',
      title: 'Bread days',
      text: 'Put yours in too. I want to see the crust and not only the smile.',
      adders: ['ruth', 'ines', 'marta'],
      made: 270,
      pictures: ['bread', 'bread close', 'tart', 'soup', 'tart close'],
      days: spread(`${year - 7}-10-03`, dayOf(now - 30 * day), 16),
    },
    {
      by: 'ines',
      title: 'Lisbon with Pai',
      text: 'Four hills, one hip, and every tram. He has corrected the map.',
      made: 246,
      pictures: ['oranges', 'door', 'dawn', 'sea warm', 'coffee', 'bike', 'lemons', 'train'],
      days: spread(`${year - 4}-05-09`, `${year - 4}-05-15`, 26),
    },
    {
      by: 'marta',
      title: 'Christmas at the harbour',
      text: 'The tree is the small one. The argument about the tree is the large one.',
      made: 190,
      pictures: ['snow', 'cabin', 'cake', 'lemons', 'game', 'moon'],
      days: spread(`${year - 3}-12-22`, `${year - 3}-12-29`, 20),
    },
    {
      by: 'teo',
      title: 'The tent, and why there is another tent',
      text: 'Eighteen photographs. The last one is of the hedge.',
      made: 155,
      pictures: ['tent', 'ridge', 'lake', 'path', 'rain', 'shoes'],
      days: spread(`${year - 2}-08-02`, `${year - 2}-08-07`, 18),
    },
    {
      by: 'ines',
      title: `Summer ${summer} at the lake`,
      text: 'Nobody was cold. Mila was blue, but she was not cold.',
      adders: ['ines', 'marta'],
      made: Math.max(40, Math.floor((now - Date.parse(`${summer}-09-03`)) / day)),
      pictures: [
        'lake',
        'kite film',
        'sea',
        'tomato',
        'lake wide',
        'dog',
        'kite',
        'party',
        'lake evening',
        'moon',
      ],
      days: spread(`${summer}-06-21`, `${summer}-08-30`, 41),
    },
  ];
};

/** Notes down the albums of the family, whose newest photos came days ago, and when Ines wants to be told of what. */
export const growAlbums = (stage: Stage, { ids, album }: { ids: CircleIds; album: Album }): void => {
  const { context, timeline, now, viewer } = stage;
  for (const { by, title, text, adders, made, pictures, days } of albumsOf(now)) {
    const photos = days.map((takenOn, at) => ({ takenOn, photo: pictures[at % pictures.length] ?? 'lake' }));
    const batches = Array.from({ length: Math.ceil(photos.length / together) }, (_, at) =>
      photos.slice(at * together, (at + 1) * together),
    );
    const apart = adders ? ((made - 4) * day) / batches.length : minute;
    let id = '';
    for (const [at, batch] of batches.entries()) {
      const who = adders?.[at % adders.length] ?? by;
      timeline.at(now - made * day + at * apart, async () => {
        const photoIds = await Promise.all(
          batch.map((taken) => storePicture(context, viewer(who), taken, album)),
        );
        const alts = batch.map(({ photo }) => descriptionOf(photo));
        if (at > 0) {
          await addPhotos(context, viewer(who), { id, photoIds, alts }, null);
          await context.jobs.workOffOnce('tell-album');
        } else {
          const circleIds = [ids.of('family')];
          const input = {
            title,
            content: text,
            circleIds,
            adds: adders ? 'circle' : 'author',
            photoIds,
            alts,
          } as const;
          ({ id } = await createAlbum(context, viewer(by), input, null));
        }
      });
    }
  }
  timeline.at(now - 30 * day, () =>
    setChoices(context.db, viewer('ines'), {
      circles: [
        { circleId: ids.of('family'), when: 'now' },
        { circleId: ids.of('allotment'), when: 'sunday' },
        { circleId: ids.of('brassBand'), when: 'never' },
      ],
    }),
  );
};

/** The pictures of all albums, some of them several times. */
export const picturesOfAlbums = (now: number): DemoPhoto[] =>
  albumsOf(now).flatMap(({ pictures }) => pictures);

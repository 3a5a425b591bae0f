import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { ImagePipeline, Processed } from '../../platform/images/pipeline.ts';
import { projectFile } from '../../platform/programs.ts';
import type { DemoPhoto } from './moment.ts';

/** The pictures in `photos/` with their captions for the blind. */
export const descriptions = {
  bike: 'A blue bicycle against a yellow wall, flowers in its basket',
  bread: 'A dark loaf with three cuts on a board, a knife beside it',
  cake: 'A birthday cake with six candles burning',
  coffee: 'A cup of coffee with a heart in the foam, beside it a croissant',
  dog: 'A sandy dog asleep on a red rug',
  kite: 'A red and yellow kite high above the dunes',
  lake: 'Two people in a red rowing boat on a lake',
  lemons: 'A bowl heaped with lemons, two more on the table',
  oranges: 'Rows of oranges, apples and plums with a price tag',
  party: 'Six people at a long table under strings of light',
  ridge: 'Wooded ridges one behind the other in the morning fog',
  sea: 'Three figures holding hands at the edge of the sea at sunset',
  snow: 'A grown-up and a child under a street lamp in the snow',
  tent: 'A tent lit from inside under a sky full of stars',
  tomato: 'Tomatoes on the vine, two of them red',
  train: 'Fields going by behind the window of a train',
  beds: 'Rows of cabbages and lettuce running towards a shed',
  cabin: 'A red cabin in deep snow, its windows lit',
  cat: 'A grey cat upright in a mustard-coloured armchair',
  dawn: 'Rooftops and chimneys before a pink sky',
  door: 'A blue door with the number 9, parcels piled on its step',
  drawing: 'A child’s crayon drawing on a fridge: four people, a dog and an anchor',
  flowers: 'A white jug full of dahlias',
  frost: 'Green leaves with a white edge of frost',
  game: 'A board game on a wooden table, pawns, cards and two dice',
  hall: 'Rows of red chairs and music stands in an empty hall with tall windows',
  hive: 'Two beehives in long grass, bees about them',
  moon: 'A full moon over a greenhouse and a washing line',
  mushrooms: 'A basket full of mushrooms on moss',
  page: 'A handwritten page with the ring of a cup, a brush beside it',
  path: 'Somebody walking down an avenue of yellow and red trees',
  pots: 'Three shelves of bowls, cups and vases in many glazes',
  pumpkins: 'A pile of pumpkins, orange, yellow and green',
  rain: 'Rain on a window at night, the lights of the town behind it',
  score: 'Sheet music on a stand, one bar ringed in red, the bell of a horn beside it',
  shed: 'A green garden shed with pots in its window and a watering can',
  shoes: 'Two muddy blue running shoes on a doormat',
  soup: 'A plate of green soup with a swirl of cream, bread beside it',
  tart: 'A lemon tart with one slice gone and a crack across it',
  weir: 'A heron standing below a weir in the mist, a bridge behind',
} as const;

export type Picture = keyof typeof descriptions;

/** The pictures that there are as films of five seconds, too. */
const films = ['kite', 'snow'] as const satisfies readonly Picture[];
export type Film = (typeof films)[number];
export const isFilm = (word: string): word is Film => films.some((film) => film === word);

/** A part of a picture; where it begins and how large it is, as shares of the whole. */
const cut = async (image: Sharp, left: number, top: number, wide: number, high: number): Promise<Sharp> => {
  const { width, height } = await image.metadata();
  return image
    .extract({
      left: Math.round(width * left),
      top: Math.round(height * top),
      width: Math.round(width * wide),
      height: Math.round(height * high),
    })
    .resize({ width: 840, height: 840, fit: 'inside' });
};

type Rgb = [number, number, number];

/** Tinted: first how much colour is left (1: all of it), then each channel multiplied and moved. */
const tinted = (image: Sharp, saturation: number, by: Rgb, plus: Rgb): Sharp => {
  const grey = 1 - saturation;
  const [r, g, b] = [0.3 * grey, 0.59 * grey, 0.11 * grey];
  return image
    .recomb([
      [r + saturation, g, b],
      [r, g + saturation, b],
      [r, g, b + saturation],
    ])
    .linear(by, plus);
};

const looks = {
  flipped: (image: Sharp) => image.flop(),
  close: (image: Sharp) => cut(image, 0.22, 0.2, 0.56, 0.56),
  left: (image: Sharp) => cut(image, 0, 0.05, 0.62, 0.95),
  right: (image: Sharp) => cut(image, 0.38, 0.05, 0.62, 0.95),
  wide: (image: Sharp) => cut(image, 0, 0.3, 1, 0.56),
  warm: (image: Sharp) => tinted(image.flop(), 1.12, [1.08, 1, 0.86], [6, 0, -6]),
  cold: (image: Sharp) => tinted(image, 0.75, [0.88, 0.97, 1.08], [0, 2, 10]),
  evening: (image: Sharp) => tinted(image, 1, [0.86, 0.7, 0.7], [8, 0, 4]),
  pale: (image: Sharp) => tinted(image.flop(), 0.55, [0.86, 0.86, 0.86], [36, 34, 30]),
  old: (image: Sharp) => tinted(image, 0.15, [0.92, 0.84, 0.7], [34, 26, 12]),
  grey: (image: Sharp) => tinted(image, 0, [1.08, 1.08, 1.08], [-8, -8, -8]),
} satisfies Record<string, (image: Sharp) => Sharp | Promise<Sharp>>;

export type Look = keyof typeof looks;

export const isPicture = (word: string): word is Picture => Object.hasOwn(descriptions, word);
export const isLook = (word: string): word is Look => Object.hasOwn(looks, word);

export const descriptionOf = (photo: DemoPhoto): string => {
  const [picture = ''] = photo.split(' ');
  return isPicture(picture) ? descriptions[picture] : '';
};

const folder = projectFile('server/cli/demo/photos');

export const portraitFile = (who: string): string => path.join(folder, `portrait-${who}.jpg`);

/** The file of a film; null for a photo. */
export const filmOf = (photo: DemoPhoto): string | null =>
  photo.endsWith(' film') ? path.join(folder, `${photo.replace(/ .*/, '')}.mp4`) : null;

const render = async (photo: DemoPhoto, into: string): Promise<string> => {
  const [picture = '', look = ''] = photo.split(' ');
  const drawn = path.join(folder, `${picture}.jpg`);
  const file = path.join(into, `${photo.replace(' ', '-')}.jpg`);
  if (!isLook(look)) {
    // Copied, because an upload is kept by a link, and links do not reach from one disk to another.
    await copyFile(drawn, file);
    return file;
  }
  const image = await looks[look](sharp(drawn));
  await writeFile(file, await image.jpeg({ quality: 88 }).toBuffer());
  return file;
};

export interface Album {
  /** The file of a photo, for the pipeline. */
  fileOf(photo: DemoPhoto): Promise<string>;
  /** The pipeline, except that a file that it has seen before is not worked through again. */
  readonly pipeline: ImagePipeline;
}

/**
 * Renders and processes each distinct photo once; further posts of it copy the bytes into their own files. All work
 * starts concurrently, so that the image processes are never idle.
 */
export const openAlbum = (images: ImagePipeline, photos: Iterable<DemoPhoto>, into: string): Album => {
  const seen = new Map<string, Promise<Processed>>();
  const process: ImagePipeline['process'] = (file, options) => {
    const made = seen.get(file) ?? images.process(file, options);
    seen.set(file, made);
    return made;
  };
  const files = new Map<DemoPhoto, Promise<string>>();
  for (const photo of new Set(photos)) files.set(photo, render(photo, into));
  for (const file of files.values()) {
    file
      .then((name) => process(name, { kind: 'photo', party: `demo ${name}` }))
      // The member who posts the photo gets the same failure and reports it.
      .catch(() => undefined);
  }
  return {
    fileOf: (photo) => files.get(photo) ?? render(photo, into),
    pipeline: {
      process,
      get pids() {
        return images.pids;
      },
      close: () => images.close(),
    },
  };
};

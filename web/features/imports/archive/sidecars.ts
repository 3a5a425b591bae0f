// Google Photos writes the day and description of `IMG.jpg` into a JSON file beside it, under one of several names.
import { limits } from '../../../../contract/limits.ts';
import { dayOfSeconds } from './days.ts';
import { extensionOf, kindOfName } from './source-file.ts';
import { cut, isRecord, textOf } from './texts.ts';

export interface Sidecar {
  takenOn: string | null;
  caption: string;
  /** The photo's name when it was uploaded. */
  title: string;
  isTrashed: boolean;
}

/** Reads what a JSON file says about a photo; null if it is about something else. */
export const sidecarOf = (json: unknown): Sidecar | null => {
  if (!isRecord(json) || !isRecord(json['photoTakenTime'])) return null;
  return {
    takenOn: dayOfSeconds(json['photoTakenTime']['timestamp']),
    caption: cut(textOf(json['description']), limits.photoCaption),
    title: textOf(json['title']),
    isTrashed: json['trashed'] === true,
  };
};

const supplement = '.supplemental-metadata';
/** Google cuts the names of these files, without `.json`, to this length. */
const maxLength = 46;
/** Names of photos are cut somewhat earlier or later; a title is found by its first letters of each of these counts. */
const cutLengths = [40, 41, 42, 43, 44, 45, 46, 47, 48];

interface Parts {
  stem: string;
  /** The number of a duplicate, as in `IMG(1).jpg`. */
  number: string;
  end: string;
}

const partsOf = (name: string): Parts => {
  const end = name.slice(name.length - extensionOf(name).length);
  const whole = name.slice(0, name.length - end.length);
  const [, stem = whole, number = ''] = /^(.*)(\(\d+\))$/su.exec(whole) ?? [];
  return { stem, number, end };
};

const folded = (name: string): string => name.normalize('NFC').toLowerCase();
/** Google replaces signs that file systems do not allow. */
const foldedTitle = (title: string): string => folded(title).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '_');

const withoutKnownEnd = (title: string): string =>
  kindOfName(title) === null ? title : title.slice(0, title.length - extensionOf(title).length);

/** Names of the JSON file of a photo, without `.json`, likelier ones first. */
function* namesFor(photo: string): Generator<string> {
  const { stem, number, end } = partsOf(photo);
  // A title without an ending gets one from Google, but its JSON file does not.
  const bases = [
    [photo, ''],
    [stem + end, number],
    [stem + number, ''],
    [stem, number],
  ] as const;
  for (const [base, after] of bases) {
    yield base + after;
    yield base + supplement + after;
  }
  for (const [base, after] of bases) {
    const full = base + supplement;
    yield full.slice(0, maxLength) + after;
    yield full.slice(0, maxLength - after.length) + after;
    for (let length = full.length - 1; length > base.length; length -= 1) yield full.slice(0, length) + after;
  }
}

const add = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  const there = map.get(key);
  if (there) there.push(value);
  else map.set(key, [value]);
};

interface Named {
  /** The name of the JSON file, without `.json`. */
  name: string;
  sidecar: Sidecar;
}

const titlesOf = (all: readonly Named[]): Map<string, Named[]> => {
  const byTitle = new Map<string, Named[]>();
  for (const named of all) {
    const title = foldedTitle(named.sidecar.title);
    const cuts = cutLengths.filter((length) => length < title.length).map((length) => title.slice(0, length));
    for (const key of new Set([title, foldedTitle(withoutKnownEnd(named.sidecar.title)), ...cuts]))
      if (key !== '') add(byTitle, key, named);
  }
  return byTitle;
};

/** The JSON files of the photos and videos in one folder, by their names and by the titles inside. */
export class Sidecars {
  readonly #all: readonly Named[];
  readonly #byName = new Map<string, Named[]>();
  #byTitle: Map<string, Named[]> | null = null;

  /** @param files by their names */
  constructor(files: Iterable<readonly [string, Sidecar]>) {
    this.#all = Array.from(files, ([file, sidecar]) => ({ name: file.slice(0, -'.json'.length), sidecar }));
    for (const named of this.#all) add(this.#byName, folded(named.name), named);
  }

  /** Finds `IMG.jpg.json` or `IMG.jpg.supplemental-meta.json`, and for the duplicate `IMG(1).jpg` `IMG.jpg(1).json`. */
  find(photo: string): Sidecar | null {
    const { stem, number, end } = partsOf(photo);
    for (const name of namesFor(folded(photo))) {
      const all = this.#byName.get(name);
      const start = stem.slice(0, maxLength);
      if (all) return (all.find((one) => one.name.startsWith(start)) ?? all[0])?.sidecar ?? null;
    }
    // The name was cut or changed: the JSON file names the photo inside.
    this.#byTitle ??= titlesOf(this.#all);
    for (const title of [photo, stem + number, stem + end, stem]) {
      const all = this.#byTitle.get(foldedTitle(title));
      const isWhole = title === photo || title === stem + number;
      const found = all?.find(({ name }) => name.endsWith(number)) ?? (isWhole ? all?.[0] : undefined);
      if (found) return found.sidecar;
    }
    return null;
  }
}

/**
 * The originals of edited photos in one folder. Google names an edited version in the language of its owner, as
 * `IMG-edited.jpg` or `IMG-ha editado.jpg`, and writes no JSON file for it.
 */
export const originalsOf = (photos: readonly string[], sidecars: Sidecars): ReadonlyMap<string, string> => {
  const byStem = new Map<string, string[]>();
  for (const photo of photos) {
    const { stem, number } = partsOf(photo);
    add(byStem, folded(stem + number), photo);
  }
  const originals = new Map<string, string>();
  for (const photo of photos) {
    const { stem, number, end } = partsOf(photo);
    const [, before] = /^(.+)-[\p{L}\p{M} ]{2,}$/su.exec(stem) ?? [];
    if (before === undefined || sidecars.find(photo) !== null) continue;
    const name = before + number + end;
    const there = byStem.get(folded(before + number)) ?? [];
    const original = there.find((one) => folded(one) === folded(name)) ?? there[0];
    if (original !== undefined || sidecars.find(name) !== null) originals.set(photo, original ?? name);
  }
  return originals;
};

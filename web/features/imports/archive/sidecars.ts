// Google Photos writes the day and description of `IMG.jpg` into a JSON file beside it, under one of several names.

const supplement = '.supplemental-metadata';
/** Google cuts the names of these files, without `.json`, to this length. */
const maxLength = 46;

const edits = [
  'edited',
  'bearbeitet',
  'modifié',
  'editado',
  'editada',
  'modificato',
  'bewerkt',
  'edytowane',
  'redigeret',
  'redigerad',
  'redigert',
  'muokattu',
  '編集済み',
  '已修改',
];

interface Parts {
  stem: string;
  /** The number of a duplicate, as in `IMG(1).jpg`. */
  number: string;
  end: string;
}

const partsOf = (name: string): Parts => {
  const dot = name.lastIndexOf('.');
  const [whole, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const [, stem = whole, number = ''] = /^(.*)(\(\d+\))$/su.exec(whole) ?? [];
  return { stem, number, end };
};

/** The name of the photo that an edited version was made of; null for one that was not edited. */
export const originalOf = (name: string): string | null => {
  const { stem, number, end } = partsOf(name.normalize('NFC'));
  const edit = edits.find((one) => stem.endsWith(`-${one}`));
  return edit === undefined ? null : `${stem.slice(0, -edit.length - 1)}${number}${end}`;
};

/** Whether a JSON file, by its name without `.json`, belongs to the photo; of equal fits the closest is the longest. */
const fits = (json: string, photo: string): boolean => {
  if (json === photo) return true;
  const full = photo + supplement;
  if (!full.startsWith(json)) return false;
  return json.length > photo.length || json.length === maxLength;
};

/**
 * Finds the JSON file of a photo among the names of JSON files in its folder: `IMG.jpg.json`,
 * `IMG.jpg.supplemental-metadata.json`, cut as `IMG.jpg.supplemental-meta.json`, and for the duplicate `IMG(1).jpg`
 * `IMG.jpg(1).json` or `IMG.jpg.supplemental-metadata(1).json`.
 */
export const findSidecar = (photo: string, jsons: ReadonlySet<string>): string | null => {
  const { stem, number, end } = partsOf(photo);
  const plain = `${stem}${end}`;
  // Most names are one of these; only the others are compared with every JSON file.
  for (const name of [`${photo}.json`, `${photo}${supplement}.json`, `${plain}${supplement}${number}.json`])
    if (jsons.has(name) && (number === '' || name !== `${plain}.json`)) return name;
  if (number !== '' && jsons.has(`${plain}${number}.json`)) return `${plain}${number}.json`;
  const found = [...jsons].filter((name) => {
    const json = name.slice(0, -'.json'.length);
    if (number === '') return fits(json, photo);
    return (json.endsWith(number) && fits(json.slice(0, -number.length), plain)) || fits(json, photo);
  });
  return found.toSorted((one, other) => other.length - one.length)[0] ?? null;
};

import type { Person } from '../../../contract/shapes.ts';
import { personName, type Reader, wordsFor } from '../../words/reader.ts';

/** A file of an archive: a photo, or a voice. */
export interface NamedFile {
  id: string;
  day: string;
  addedBy: Person;
}

const maxLength = 60;
const foldersOfPages = new Set(['pages']);

// Names that Windows keeps for devices.
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A text as the name of a file or folder on every system, of at most 60 characters. */
const fileName = (text: string): string => {
  const plain = text
    .replaceAll(/[\p{C}<>:"/\\|?*]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const short = [...plain]
    .slice(0, maxLength)
    .join('')
    .replace(/[. ]+$/, '')
    .replace(/^\.+/, '');
  return short === '' || reserved.test(short) ? `_${short}` : short;
};

/** Names the folders and files of an archive: folders by album and year, files by day and person. */
export const createNaming = (reader: Reader) => {
  const albums = new Map<string, string>();
  const taken = new Set<string>(foldersOfPages);
  const words = wordsFor(reader).archivePage;

  /** Albums of the same title get numbers. */
  const folderOf = (post: { id: string; title: string | null }): string | null => {
    if (post.title === null) return null;
    const known = albums.get(post.id);
    if (known !== undefined) return known;
    const base = `${words.albums}/${fileName(post.title)}`;
    let name = base;
    for (let at = 2; taken.has(name.toLowerCase()); at += 1) name = `${base} (${at})`;
    taken.add(name.toLowerCase());
    albums.set(post.id, name);
    return name;
  };

  return (post: { id: string; title: string | null }, photo: NamedFile, extension: string): string => {
    const folder = folderOf(post) ?? photo.day.slice(0, 4);
    const person = fileName(personName(wordsFor(reader), photo.addedBy));
    // Eight digits of the id keep files of one day apart.
    return `${folder}/${photo.day} ${person} ${photo.id.slice(0, 8)}${extension}`;
  };
};

import { useEffect, useState } from 'react';
import type { PhotoEdit } from './photo-request.ts';

/** An object URL of a file as an edit makes it; null until it is made. `id` tells files apart. */
export const useEditedUrl = (file: Blob | null | undefined, id: string, edit: PhotoEdit): string | null => {
  const [made, setMade] = useState<{ of: string; url: string } | null>(null);
  const { turns, shape, at } = edit;
  const key = JSON.stringify([id, turns, shape, at]);
  useEffect(() => {
    if (!file) return;
    let url: string | null = null;
    let isWanted = true;
    const draw = async () => {
      const { editedPhoto } = await import('./edit-photo.ts');
      const drawn = await editedPhoto(file, { turns, shape, at });
      if (!isWanted) return;
      url = URL.createObjectURL(drawn);
      setMade({ of: key, url });
    };
    draw().catch(console.warn);
    return () => {
      isWanted = false;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [file, key, turns, shape, at]);
  return made?.of === key ? made.url : null;
};

// Loads when a member describes their photos of an album.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../../contract/errors/errors.ts';
import type { PlacedPhoto, Post } from '../../../contract/shapes.ts';
import { withPosts } from '../../data/cached-posts.ts';
import { type Described, describedKey } from '../../data/edits.ts';
import { MorePages } from '../../ui/feedback/loading.tsx';
import { FieldError } from '../../ui/form/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { words } from '../../words/words.ts';
import { PartlySaved, useEdit, type Words } from '../comments/use-edit.ts';
import { isTooLong, PhotoDescriptions } from '../posts/card/photo-descriptions.tsx';
import { saveDescriptions } from '../posts/card/save-descriptions.ts';
import { photosQuery } from './photos-query.ts';

const texts = words.albums;

const nothing: Words = { content: '', named: [], alts: [], described: {} };

const check = ({ described = {} }: Words): string | undefined =>
  Object.values(described).some(isTooLong) ? messages.photoCaptionTooLong : undefined;

interface DescribePhotosProps {
  album: Post;
  /** The id of the member whose photos are described. */
  userId: string;
  onClose: () => void;
}

/** Describes the member's own photos of an album for people who cannot see them. */
export default function DescribePhotos({ album, userId, onClose }: DescribePhotosProps) {
  const client = useQueryClient();
  const query = useInfiniteQuery(photosQuery(album.id));
  const photos = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const own = photos.filter(({ addedBy }) => addedBy.id === userId);
  const now = { ...nothing, content: album.title ?? '' };
  const save = async ({ described = {} }: Words, change: (left: Partial<Words>) => void) => {
    const total = Object.keys(described).length;
    let left = described;
    const onSaved = (part: Described) => {
      left = Object.fromEntries(Object.entries(left).filter(([id]) => !(id in part)));
      change({ described: left });
      void client.invalidateQueries(withPosts);
      void client.invalidateQueries({ queryKey: ['/api', 'albums', album.id] });
    };
    try {
      return texts.described({ count: await saveDescriptions(album.id, described, { userId, onSaved }) });
    } catch (error) {
      const saved = total - Object.keys(left).length;
      if (saved === 0) throw error;
      throw new PartlySaved(texts.partlyDescribed({ saved, total }), { cause: error });
    }
  };
  const { draft, change, error, isSaving, dialog } = useEdit({
    userId,
    id: describedKey(album.id),
    edited: { kind: 'photos', postId: album.id },
    now,
    check,
    save,
    onClose,
  });
  const described = draft.described ?? {};
  /** The ids of photos that have replaced others, which are shown until the photos are fetched again. */
  const [turned, setTurned] = useState<Readonly<Record<string, string>>>({});
  const idOf = ({ id }: PlacedPhoto): string => turned[id] ?? id;
  const write = (index: number, alt: string) => {
    const photo = own[index];
    if (!photo) return;
    const { [idOf(photo)]: _, ...others } = described;
    // Only changes are sent.
    const isSame = alt === (photo.alt ?? '');
    change({ described: isSame ? others : { ...others, [idOf(photo)]: alt } });
  };
  /** The unsaved description of a photo goes on with the one that has replaced it. */
  const move = (from: string, to: string) => {
    setTurned((known) => ({ ...known, [from]: to }));
    const { [from]: alt, ...others } = described;
    if (alt !== undefined) change({ described: { ...others, [to]: alt } });
  };
  return (
    <FormDialog title={texts.describe} {...dialog}>
      {own.length < photos.length ? <p className="hint">{texts.describeOwn}</p> : null}
      <PhotoDescriptions
        postId={album.id}
        photos={own}
        total={album.photosCount}
        alts={own.map((photo) => described[idOf(photo)] ?? photo.alt ?? '')}
        disabled={isSaving}
        onWrite={write}
        onTurned={move}
      />
      {error === undefined ? null : <FieldError text={error} />}
      {query.hasNextPage ? <MorePages query={query} failed={texts.loadFailed} /> : null}
    </FormDialog>
  );
}

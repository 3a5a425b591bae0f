// Loads when the author of an album edits it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Post } from '../../../contract/shapes.ts';
import * as albums from '../../../contract/albums.ts';
import { api, toastError } from '../../data/api.ts';
import { changeCached } from '../../data/cached-posts.ts';
import { queryFor } from '../../data/query.ts';
import { withPost } from '../../data/refresh-posts.ts';
import { useIsShown } from '../../ui/hooks/use-is-shown.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { words } from '../../words/words.ts';
import { AddsChoice } from './adds-choice.tsx';

const texts = words.albums;

/** Changes the title of an album and who adds photos. */
export default function AlbumSettings({ album, onClose }: { album: Post; onClose: () => void }) {
  const client = useQueryClient();
  const { data: known = [] } = useQuery(queryFor(circles.list, {}));
  const [title, setTitle] = useState(album.title ?? '');
  const [adds, setAdds] = useState(album.adds);
  const [first] = album.circles;
  const isOneShared =
    album.circles.length === 1 && known.some(({ id, kind }) => id === first?.id && kind === 'shared');
  const isShown = useIsShown();
  const save = useMutation({
    mutationFn: (sent: { title: string; adds: Post['adds'] }) =>
      api(albums.edit, {
        id: album.id,
        title: sent.title.trim(),
        ...(sent.adds !== album.adds && { adds: sent.adds }),
      }),
    onSuccess: (saved, sent) => {
      changeCached(client, (data) => withPost(data, saved));
      // Later changes are not saved yet.
      if (isShown.current && sent.title === title && sent.adds === adds) onClose();
    },
    onError: (error) => toastError(error, texts.saveFailed),
  });
  return (
    <FormDialog
      title={texts.settings}
      description={undefined}
      gap={20}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== '') save.mutate({ title, adds });
      }}
      submit={{ busy: save.isPending, busyText: words.controls.saving, children: words.controls.save }}
    >
      <TextField
        label={texts.name}
        autoComplete="off"
        maxLength={limits.albumTitle}
        value={title}
        error={title.trim() === '' ? messages.albumTitleRequired : undefined}
        onChange={({ currentTarget: { value } }) => setTitle(value)}
      />
      {album.circles.length > 0 ? (
        <AddsChoice value={adds} isOneShared={isOneShared} onChange={setAdds} />
      ) : null}
    </FormDialog>
  );
}

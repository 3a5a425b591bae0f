// Loads when a member turns or crops a photo that is shared.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../../../../contract/errors/errors.ts';
import * as media from '../../../../contract/media.ts';
import * as posts from '../../../../contract/posts.ts';
import type { Photo } from '../../../../contract/shapes.ts';
import { api, errorText, toastError } from '../../../data/api.ts';
import { changeCached } from '../../../data/cached-posts.ts';
import { newIdempotencyKey } from '../../../data/idempotency-key.ts';
import { queryFor, queryKey } from '../../../data/query.ts';
import { withPost } from '../../../data/refresh-posts.ts';
import { upload } from '../../../data/upload.ts';
import { useIsShown } from '../../../ui/hooks/use-is-shown.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldError } from '../../../ui/form/field.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/overlay/dialog.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';
import { editedPhoto } from '../../media/edit-photo.ts';
import { useEditedUrl } from '../../media/edited-url.ts';
import { PhotoEditor } from '../../media/photo-editor.tsx';
import { isEdited, photoForm, unedited } from '../../media/photo-request.ts';
import { photoIdOf } from './dated-photo.ts';

/** The file of a photo in its own size; null until it is there, a text if it cannot be loaded. */
const useOriginal = ({ downloadUrl }: Photo): Blob | string | null => {
  const [file, setFile] = useState<Blob | string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const load = async () => {
      const answer = await fetch(downloadUrl, { signal: stop.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      setFile(await answer.blob());
    };
    load().catch(() => stop.signal.aborted || setFile(words.ui.photoUnavailable));
    return () => stop.abort();
  }, [downloadUrl]);
  return file;
};

interface TurnPhotoProps {
  postId: string;
  photo: Photo;
  /** The position of the photo, counted from 1. */
  at: number;
  total: number;
  /** Called with the ids of the photo and of the one that has replaced it, also after the sheet was closed. */
  onTurned: (from: string, to: string) => void;
  onClose: () => void;
}

/** Turns and crops the member's own shared photo: the edited one replaces it (PHOTO-17). */
export default function TurnPhoto({ postId, photo, at, total, onTurned, onClose }: TurnPhotoProps) {
  const client = useQueryClient();
  const photoId = photoIdOf(photo);
  const talk = useQuery(queryFor(posts.photo, { id: postId, photoId }));
  const original = useOriginal(photo);
  const file = typeof original === 'string' ? null : original;
  const [edit, setEdit] = useState(unedited);
  const uploaded = useRef<{ of: string; id: string; key: string } | null>(null);
  const isShown = useIsShown();
  const saving = useMutation({
    mutationFn: async (unsaved: Blob) => {
      const of = JSON.stringify(edit);
      // Another try goes on with what has arrived, and may find that the photo is replaced already.
      if (uploaded.current?.of !== of) {
        const form = photoForm(
          { name: 'photo.jpg', takenOn: null, contentHash: null, isReady: true },
          await editedPhoto(unsaved, edit),
        );
        const key = newIdempotencyKey();
        const { id } = await upload(media.upload, form, () => undefined, { idempotencyKey: key });
        uploaded.current = { of, id, key: newIdempotencyKey() };
      }
      const { id, key } = uploaded.current;
      const input = { id: postId, photoId, uploadedId: id };
      return { from: photoId, to: id, post: await api(posts.replacePhoto, input, { idempotencyKey: key }) };
    },
    onSuccess: ({ from, to, post }) => {
      changeCached(client, (data) => withPost(data, post));
      void client.invalidateQueries({ queryKey: queryKey(posts.get, { id: postId }) });
      for (const part of ['albums', 'circles', 'photos'])
        void client.invalidateQueries({ queryKey: ['/api', part] });
      toast({ title: words.edit.done });
      onTurned(from, to);
      if (isShown.current) onClose();
    },
    onError: (error) => toastError(error, words.edit.failed),
  });
  const isTalkedAbout = talk.data !== undefined && talk.data.likesCount + talk.data.commentsCount > 0;
  const problem = talk.error ? errorText(talk.error) : typeof original === 'string' ? original : undefined;
  const made = useEditedUrl(file, photoId, { ...edit, shape: 'original' });
  // The picture stays until the next one is made: its controls go with it.
  const [shown, setShown] = useState(photo.url);
  if (made !== null && made !== shown) setShown(made);
  const isReady = talk.data !== undefined && !isTalkedAbout && file !== null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.compose.photos.of({ at, total, video: false, alt: null })}
      isRead
    >
      <DialogBody>
        <div className="photo-sheet">
          {isReady ? (
            <PhotoEditor
              edit={edit}
              // The shown picture is the one that is being saved.
              onChange={(changed) => saving.isPending || setEdit(changed)}
              renderPhoto={(_, onShown) => (
                <img
                  src={shown}
                  alt=""
                  draggable={false}
                  onLoad={({ currentTarget }) => onShown(currentTarget)}
                />
              )}
            />
          ) : (
            <div className="bed">
              <img src={photo.url} alt="" />
            </div>
          )}
          {isTalkedAbout ? <p role="status">{messages.photoTalkedAbout}</p> : null}
          {problem === undefined ? null : <FieldError text={problem} />}
        </div>
      </DialogBody>
      {isTalkedAbout ? (
        <DialogFooter>
          <Button full onClick={onClose}>
            {words.ui.close}
          </Button>
        </DialogFooter>
      ) : (
        <DialogFooter onCancel={onClose}>
          <Button
            disabled={!isReady || !isEdited(edit)}
            busy={saving.isPending}
            busyText={words.controls.saving}
            onClick={() => file && saving.mutate(file)}
          >
            {words.controls.save}
          </Button>
        </DialogFooter>
      )}
    </Dialog>
  );
}

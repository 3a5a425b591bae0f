// Loads when a moment is edited.
import { useQueryClient } from '@tanstack/react-query';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import * as posts from '../../../../contract/posts.ts';
import type { Post } from '../../../../contract/shapes.ts';
import { api } from '../../../data/api.ts';
import { changeCached } from '../../../data/cached-posts.ts';
import { withPost } from '../../../data/refresh-posts.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { words } from '../../../words/words.ts';
import { toContent, writtenFrom } from '../../mentions/written.ts';
import { EditDialog, type Words } from '../../comments/edit-dialog.tsx';

const texts = words.edit;

const isTooLong = (alt: string) => [...alt.trim()].length > limits.photoCaption;

/** Edits the words of a moment and the captions for the blind of its photos. */
export default function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const client = useQueryClient();
  const { id, authorId } = post;
  const isAlbum = post.kind === 'album';
  // The photos of an album are described on its page.
  const images = isAlbum ? [] : post.images;
  const { text, named } = writtenFrom(post.content, post.mentions);
  const hasPhotos = images.length > 0;
  const max = hasPhotos ? limits.caption : limits.textPost;
  const check = ({ content, alts }: Words) => {
    if (content === '' && !hasPhotos && !isAlbum) return messages.postEmpty;
    if ([...content].length > max) return hasPhotos ? messages.captionTooLong : messages.textTooLong;
    return alts.some(isTooLong) ? messages.photoCaptionTooLong : undefined;
  };
  const save = async ({ content, named: people, alts }: Words) => {
    const written = toContent({ text: content, named: people });
    const saved = await api(posts.edit, { id, ...written, ...(!isAlbum && { alts }) });
    changeCached(client, (data) => withPost(data, saved));
  };
  const descriptions = ({ alts }: Words, change: (edited: Partial<Words>) => void) =>
    hasPhotos ? (
      <fieldset>
        <legend className="hint mb-2">{words.compose.photos.altHint}</legend>
        <ul className="stack g12">
          {images.map(({ url, variants, video }, index) => (
            <li key={url} className="row items-end">
              <img
                src={variants[0]?.url ?? url}
                alt=""
                className="size-[4.75rem] shrink-0 rounded-[4px] object-cover"
              />
              <div className="grow">
                <TextField
                  label={words.compose.photos.alt(index + 1, images.length, video !== null)}
                  placeholder={words.controls.optional}
                  autoComplete="off"
                  value={alts[index] ?? ''}
                  error={isTooLong(alts[index] ?? '') ? messages.photoCaptionTooLong : undefined}
                  onChange={({ currentTarget: { value } }) => change({ alts: alts.with(index, value) })}
                />
              </div>
            </li>
          ))}
        </ul>
      </fieldset>
    ) : null;
  return (
    <EditDialog
      title={texts.post}
      label={hasPhotos ? words.compose.caption : texts.postLabel}
      userId={authorId}
      id={id}
      edited={{ kind: 'post', postId: id }}
      now={{ content: text, named, alts: images.map(({ alt }) => alt ?? '') }}
      max={max}
      check={check}
      save={save}
      more={descriptions}
      onClose={onClose}
    />
  );
}

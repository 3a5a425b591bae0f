// Loads when a moment is edited.
import { useQueryClient } from '@tanstack/react-query';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import * as posts from '../../../../contract/posts.ts';
import type { Post } from '../../../../contract/shapes.ts';
import { api } from '../../../data/api.ts';
import { changeCached } from '../../../data/cached-posts.ts';
import { withPost } from '../../../data/refresh-posts.ts';
import { words } from '../../../words/words.ts';
import { toContent } from '../../mentions/to-content.ts';
import { writtenFrom } from '../../mentions/written.ts';
import { EditDialog } from '../../comments/edit-dialog.tsx';
import type { Words } from '../../comments/use-edit.ts';
import { isTooLong, PhotoDescriptions } from './photo-descriptions.tsx';

const texts = words.edit;

/** Edits the words of a moment and the captions for the blind of its photos. */
export default function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const client = useQueryClient();
  const { id, authorId } = post;
  const isAlbum = post.kind === 'album';
  // The photos of an album are described on its page.
  const images = isAlbum ? [] : post.images;
  const { text, named } = writtenFrom(post.content, post.mentions);
  const hasPhotos = images.length > 0;
  const check = ({ content, alts }: Words) => {
    if (content === '' && !hasPhotos && !isAlbum && !post.voice) return messages.postEmpty;
    if ([...content].length > limits.textPost) return messages.textTooLong;
    return alts.some(isTooLong) ? messages.photoCaptionTooLong : undefined;
  };
  const save = async ({ content, named: people, alts }: Words) => {
    const written = toContent({ text: content, named: people });
    const saved = await api(posts.edit, { id, ...written, ...(!isAlbum && { alts }) });
    changeCached(client, (data) => withPost(data, saved));
    return undefined;
  };
  const descriptions = ({ alts }: Words, change: (edited: Partial<Words>) => void) =>
    hasPhotos ? (
      <PhotoDescriptions
        postId={id}
        photos={images}
        total={images.length}
        alts={alts}
        onWrite={(index, alt) => change({ alts: alts.with(index, alt) })}
      />
    ) : null;
  return (
    <EditDialog
      title={texts.post}
      label={hasPhotos ? words.compose.caption : texts.postLabel}
      userId={authorId}
      id={id}
      edited={{ kind: 'post', postId: id }}
      now={{ content: text, named, alts: images.map(({ alt }) => alt ?? '') }}
      max={limits.textPost}
      check={check}
      save={save}
      more={descriptions}
      onClose={onClose}
    />
  );
}

// Loads when a moment was edited, or its author takes part by letter.
import type { Post } from '../../../../contract/shapes.ts';
import { ByLetter } from '../../../ui/people/badge.tsx';
import { Edited } from '../../../ui/text/edited.tsx';

/** The marks beside the time of a moment that most moments lack. */
export default function PostMarks({ post }: { post: Post }) {
  return (
    <>
      {post.editedAt ? <Edited iso={post.editedAt} /> : null}
      <ByLetter of={post.author} />
    </>
  );
}

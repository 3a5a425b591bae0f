import { useState } from 'react';
import { words } from '../../../words/words.ts';

// About twelve lines; folding less saves nothing.
const foldsFrom = { characters: 900, lines: 14 };

/** The post's text with its line breaks. Long texts are folded until the viewer opens them. */
export function PostText({ content, whole }: { content: string; whole: boolean }) {
  const [unfolded, setUnfolded] = useState(whole);
  if (content === '') return null;
  const long = content.length > foldsFrom.characters || content.split('\n').length > foldsFrom.lines;
  const folded = long && !unfolded;
  return (
    <>
      <p className={folded ? 'people written folded' : 'people written'}>{content}</p>
      {folded ? (
        <button type="button" className="link read-on" onClick={() => setUnfolded(true)}>
          {words.posts.card.readOn}
        </button>
      ) : null}
    </>
  );
}

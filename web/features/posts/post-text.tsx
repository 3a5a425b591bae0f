import { useState } from 'react';
import { words } from '../../words/words.ts';

// About twelve lines of the column: below that nothing is gained by folding.
const foldsFrom = { characters: 900, lines: 14 };

/** What was written, with its line breaks; a long text is folded until it is asked for. */
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

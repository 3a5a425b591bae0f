import { Link } from 'wouter';
import type { Mention } from '../../../contract/shapes.ts';
import { splitMentions } from '../../../contract/text/mention-tokens.ts';
import { profilePath } from '../../ui/people/person-name.ts';
import { LinkedText } from '../members/linked-text.tsx';
import { words } from '../../words/words.ts';

interface WrittenTextProps {
  content: string;
  mentions: readonly Mention[];
}

/** A text whose web addresses are links, and whose mentions link to profiles. A member whom the viewer may not know reads 'somebody' (MENTION-4). */
export default function WrittenText({ content, mentions }: WrittenTextProps) {
  const names = new Map(mentions.map(({ id, name }) => [id, name]));
  return splitMentions(content).map((piece, at) => {
    if ('words' in piece) return <LinkedText key={at} text={piece.words} />;
    const name = names.get(piece.member) ?? null;
    if (name === null) return words.mentions.somebody;
    return (
      <Link key={at} className="mention" href={profilePath({ id: piece.member, username: null })}>
        {`@${name || words.members.nobody}`}
      </Link>
    );
  });
}

import { Link } from 'wouter';
import type { Mention } from '../../../contract/shapes.ts';
import { splitMentions } from '../../../contract/text/mention-tokens.ts';
import { profilePath } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';

interface MentionTextProps {
  content: string;
  mentions: readonly Mention[];
}

/** A text whose mentions link to profiles. A member whom the viewer may not know reads 'somebody' (MENTION-4). */
export default function MentionText({ content, mentions }: MentionTextProps) {
  const names = new Map(mentions.map(({ id, name }) => [id, name]));
  return splitMentions(content).map((piece, at) => {
    if ('words' in piece) return piece.words;
    const name = names.get(piece.member) ?? null;
    if (name === null) return words.mentions.somebody;
    return (
      <Link key={at} className="mention" href={profilePath({ id: piece.member, username: null })}>
        {`@${name || words.members.nobody}`}
      </Link>
    );
  });
}

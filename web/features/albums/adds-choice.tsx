import { words } from '../../words/words.ts';
import '../circles/circles.css';
import { ChoiceField } from '../circles/choice-field.tsx';

const texts = words.albums;

interface AddsChoiceProps {
  value: 'author' | 'circle';
  /** The album is in exactly one circle, which is shared. */
  isOneShared: boolean;
  disabled?: boolean;
  onChange: (adds: 'author' | 'circle') => void;
}

/** Chooses between the author and the circle as those who add photos. Without a shared circle it explains why not. */
export function AddsChoice({ value, isOneShared, disabled = false, onChange }: AddsChoiceProps) {
  if (!isOneShared) return <p className="hint">{texts.addsNeedsOne}</p>;
  return (
    <ChoiceField
      label={texts.adds}
      hint={texts.addsReturn}
      options={[
        { value: 'author', title: texts.addsAuthor, text: texts.addsAuthorText },
        { value: 'circle', title: texts.addsCircle, text: texts.addsCircleText },
      ]}
      value={value}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
